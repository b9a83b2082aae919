/** Longer files are no documents, and the editor could not check them (src/wire/yaml refuses them). */
const MAX_BYTES = 2_500_000;

export function downloadText(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/yaml' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Lets the person pick a file. Resolves with its text, or with why it cannot be one; never when nothing is picked. */
export function pickText(): Promise<{ ok: true; name: string; text: string } | { ok: false; why: string }> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = '.yaml,.yml,.json,text/yaml,application/yaml,application/json';
    input.addEventListener('change', () => {
      const file = input.files?.[0];
      if (!file) return;
      if (file.size > MAX_BYTES) return resolve({ ok: false, why: `${file.name} is larger than 2.5 MB` });
      file.text().then(
        (text) => resolve({ ok: true, name: file.name, text }),
        () => resolve({ ok: false, why: `${file.name} cannot be read` }),
      );
    });
    input.click();
  });
}
