// A classic script that runs before the first paint, so that a chosen theme never flashes the other one. It has no
// imports on purpose: an import would make it a module, and modules wait for the document. `src/ui/theme.ts` manages
// the value. The contract defines the key (http-auth §13).
{
  const chosen = localStorage.getItem('grv_teleport_ui_theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
}
