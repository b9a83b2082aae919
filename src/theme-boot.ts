// A classic script that runs before the first paint, so that a chosen theme never flashes the other one. It stands
// alone on purpose: an import would turn it into a module, and modules wait for the document.
// `src/ui/theme.ts` owns the value; the name of the key is fixed by the contract (http-auth §13).
{
  const chosen = localStorage.getItem('grv_teleport_ui_theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
}
