/** A file as the text it is, put in by the bundler. */
declare module '*?raw' {
  const text: string;
  export default text;
}
