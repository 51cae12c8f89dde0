/** What looks like a secret and is none: documentation, placeholders, code, names. */
export const falseAlarms: readonly string[] = String.raw`
export GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
OPENAI_API_KEY=sk-your-api-key-here
ANTHROPIC_API_KEY=sk-ant-api03-...
api_key = os.environ["API_KEY"]
const apiKey = process.env.OPENAI_API_KEY;
password: string;
token = getToken()
"token_type": "Bearer"
max_tokens: 4096
cache_creation_input_tokens: 12345
"secretName": "my-app-tls"
aws_access_key_id = AKIAIOSFODNN7EXAMPLE
aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY
DATABASE_URL=postgres://postgres:postgres@localhost:5432/app
DATABASE_URL=postgresql://user:password@localhost/db
https://user:pass@example.com/
https://$ {USER}:$ {TOKEN}@github.com/x
https://x-access-token:$GITHUB_TOKEN@github.com/x
password: $ {{ secrets.DB_PASSWORD }}
token: $ {{ secrets.GITHUB_TOKEN }}
Authorization: Bearer <token>
Authorization: Bearer $ {token}
Authorization: 'Bearer $ {accessToken}'
headers.authorization = 'Bearer ' + token
Authorization: Bearer YOUR_ACCESS_TOKEN
if (user.password === hashedPassword) {
const { token, secret } = useAuth();
token: CancellationToken
secret: kubernetes.io/service-account-token
"nextPageToken": "CAUQAA4fKz8yLjE2Nzg4OTEyMzQ1Njc4OTA"
secretKeyRef: { name: db-secret, key: password }
--token $TOKEN
--password-stdin
password=changeme
password="password123"
PASSWORD=********
token=[redacted]
access_token=abc
const tokenCount2 = countTokens3(x)
the secret: never give up 2 times
integrity sha512-9yO3gGfVU9ZqUSk4qnRrTbYx2Mj6bz0LQXLhQd9w1x2Lk3cF0gC1cQ2hXG2pY9vB8aF7eD6c5b4a3Z2y1X0w==
commit 3b18e512dba79e4c8300dd08aeb37f8e728b8dad
token_hash: 3b18e512dba79e4c8300dd08aeb37f8e728b8dad
toolu_01DNkK7iDHkdZEM9jkwQY47r
secret: "projects/my-proj/secrets/db-pass/versions/3"
private_key_path=/home/dev/.ssh/id_rsa2
passwordField.value = form.password1
tokens: [1, 2, 3]
-----BEGIN RSA PRIVATE KEY----- is how such a file begins, and -----END RSA PRIVATE KEY----- is how it ends
grep -rn "BEGIN PRIVATE KEY-----" .
const secret = crypto.randomBytes(32).toString('hex')
API_KEY=test-key-123
API_KEY=dummy
"access_token": "mock-access-token-1"
credentials: 'include'
credentials: "same-origin"
AuthorizationPolicy: RequireAdmin2
secret_key_base: <%= ENV["SECRET_KEY_BASE"] %>
token: this.tokens[this.index2]
token === TokenType.Identifier2
[tokenizers]: https://github.com/huggingface/tokenizers1
"tokenUrl": "https://auth.internal/oauth2/v1/token"
password_hash = bcrypt.hashpw(password1)
let token = lexer.next_token2();
token.startsWith("sk-ant-")
tokenA = tokens[0].value
sk-proj-...
SG.example.key
authorization: AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20250101/us-east-1/s3/aws4_request
CSRF_TOKEN: 8f4e2a9b7c6d5e4f3a2b1c0d9e8f7a6b
password: '$ {DB_PASS}'
secret: ref+vault://kv/db#/password2
design-token: color-primary-500x
postgres://app:%s@%s:%d/db
mongodb+srv://<username>:<password>@cluster0.abcde.mongodb.net
redis://default:$ {REDIS_PASSWORD}@redis:6379
PWD=/home/dev/project2
OLDPWD=/home/dev/p1
_pass_through2 = value
bearer token2 is required
Bearer realm="https://auth.docker.io/token",service="registry.docker.io"
`
  .replaceAll('$ {', '${')
  .split('\n')
  .filter((line) => line !== '');
