/** The stations of the keyboard, by the ids their views carry. */
const focus = (id: string) => document.getElementById(id)?.focus();

export const focusTranscript = () => focus('transcript');
export const focusSearch = () => {
  focus('search');
  const field = document.getElementById('search');
  if (field instanceof HTMLInputElement) field.select();
};

/** Whichever list is shown, or what is shown in its place. */
export const focusList = () => document.querySelector<HTMLElement>('#list :is([role=listbox], #storage)')?.focus();
