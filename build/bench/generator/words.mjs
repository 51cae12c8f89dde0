// What developers and their tools say, the frequent words first.
const split = (text) => text.trim().split(/\s+/);

const everyday = split(`
  the to a and is of in that for it this with not on you be as are but from if we so can have will at or by was what
  all when need only now let more just which one each then there has they before after should because how also same
  would no still into other them use while already does could does where here both without instead first last most`);

export const nouns = split(`
  file test code error path line type function value session config server state data request user name string index
  result module key build list message client response version table query option token event cache handler command
  object field package process schema service folder branch commit route worker thread script model buffer stream
  record store class method input output parser column database window button page view element component property
  variable argument parameter interface reader writer queue job task project entry header payload cursor batch limit
  socket channel port address host cluster node container image volume secret permission role group account order
  invoice price customer product payment report metric counter log trace span timer clock date time zone locale text
  word token tokenizer search filter sort page offset chunk block segment archive backup migration transaction lock
  mutex signal promise callback listener observer factory adapter bridge proxy gateway router controller middleware
  plugin hook theme layout style colour icon font menu dialog form label prompt answer snapshot fixture mock coverage
  lint format bundle asset artifact release tag diff patch merge conflict rebase workspace terminal shell pipeline`);

export const verbs = split(`
  get set add run read write check make find use create update remove load save parse build fix call open close start
  stop send fetch render handle return move copy rename merge split sort filter map reduce validate resolve reject
  retry cancel emit listen watch poll scan index search match replace escape encode decode encrypt sign verify hash
  compress extract install deploy publish migrate rollback commit revert push pull clone format lint compile bundle
  serve proxy route mount register dispatch schedule queue flush drain lock release acquire wrap inject extend`);

const qualities = split(`
  new old empty missing stale invalid unknown unused failing flaky slow fast shared private public internal external
  async local remote nested recursive optional required default current previous next pending active deprecated broken
  duplicate partial atomic idle dirty clean raw plain generic typed readonly mutable safe strict loose temporary`);

const prefixes = ['', 're', 'un', 'pre', 'sub', 'multi', 'auto', 'over', 'inter', 'non'];
const suffixes = ['', 's', 'ing', 'ed', 'er', 'able', 'less', 'ment', 'ness', 'ized', 'ful', 'wise'];

/** The long tail of a language: words made of other words. */
const rare = prefixes.flatMap((before) =>
  suffixes.flatMap((after) => [...nouns, ...verbs].map((stem) => before + stem + after)),
);

export const vocabulary = [...new Set([...everyday, ...nouns, ...verbs, ...qualities, ...rare])];

export const elsewhere = [
  'Bitte prüfe, ob die Änderung auch für große Dateien gilt',
  'El índice se reconstruye después de cada migración',
  'Le résumé est déjà à jour, rien à écrire',
  '検索結果が空の場合はメッセージを表示する',
  '这个函数应该返回排序后的列表',
  'проверь, что тесты проходят после слияния',
];

export const folders = split(`src lib core app server client api ui components hooks utils db models routes services
  tests scripts tools internal cmd pkg electron renderer shared search ingest library export docs`);
export const extensions = ['ts', 'ts', 'ts', 'tsx', 'go', 'py', 'rs', 'js', 'json', 'md', 'svelte', 'sql', 'yaml'];
