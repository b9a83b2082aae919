/** Puts the focus on the first field of the form that is marked as wrong, once the marks are drawn. */
export const focusFirstError = (form: HTMLFormElement | null): void =>
  void requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
