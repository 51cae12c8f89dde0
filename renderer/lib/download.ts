const keptFor = 60_000; // the browser reads it at its leisure

/** Hands a document to the browser, which asks or knows where it goes. */
export function download(name: string, type: string, parts: readonly BlobPart[]): void {
  const address = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), keptFor);
}
