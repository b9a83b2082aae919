/** Keyboard layouts with their Windows ids (streams §5.5), and the language that each is the default for. */
export const LAYOUTS: readonly { id: number; label: string; language: string }[] = [
  { id: 0x80c, label: 'Belgian', language: 'fr-BE' },
  { id: 0x416, label: 'Brazilian', language: 'pt-BR' },
  { id: 0xc0c, label: 'Canadian French', language: 'fr-CA' },
  { id: 0x405, label: 'Czech', language: 'cs' },
  { id: 0x406, label: 'Danish', language: 'da' },
  { id: 0x413, label: 'Dutch', language: 'nl' },
  { id: 0x809, label: 'English (UK)', language: 'en-GB' },
  { id: 0x409, label: 'English (US)', language: 'en' },
  { id: 0x40b, label: 'Finnish', language: 'fi' },
  { id: 0x40c, label: 'French', language: 'fr' },
  { id: 0x407, label: 'German', language: 'de' },
  { id: 0x408, label: 'Greek', language: 'el' },
  { id: 0x40e, label: 'Hungarian', language: 'hu' },
  { id: 0x410, label: 'Italian', language: 'it' },
  { id: 0x411, label: 'Japanese', language: 'ja' },
  { id: 0x412, label: 'Korean', language: 'ko' },
  { id: 0x80a, label: 'Latin American', language: 'es-419' },
  { id: 0x414, label: 'Norwegian', language: 'nb' },
  { id: 0x415, label: 'Polish', language: 'pl' },
  { id: 0x816, label: 'Portuguese', language: 'pt' },
  { id: 0x419, label: 'Russian', language: 'ru' },
  { id: 0x40a, label: 'Spanish', language: 'es' },
  { id: 0x41d, label: 'Swedish', language: 'sv' },
  { id: 0x100c, label: 'Swiss French', language: 'fr-CH' },
  { id: 0x807, label: 'Swiss German', language: 'de-CH' },
  { id: 0x41f, label: 'Turkish', language: 'tr' },
  { id: 0x422, label: 'Ukrainian', language: 'uk' },
];

const US = 0x409;

export const isLayout = (id: unknown): id is number => LAYOUTS.some((layout) => layout.id === id);

/** The layout for the browser's first language that has one, with or without its region. */
export function defaultLayout(languages: readonly string[]): number {
  const languageTags = languages.flatMap((language) => [language, language.split('-')[0]]);
  for (const language of languageTags) {
    const found = LAYOUTS.find((layout) => layout.language === language);
    if (found) return found.id;
  }
  return US;
}
