// Runs before the first paint, so that a chosen theme never flashes the other one. state/theme.svelte.ts keeps the copy.
try {
  const theme = localStorage.getItem('turnstone.theme');
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Storage is switched off: the system's theme it is.
}
