// The theme before the first paint: the visitor's choice, else the system's.
(() => {
  const chosen = localStorage.getItem("houseway.theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
})();
