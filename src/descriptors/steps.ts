/** Something that a person puts into the commands: one of what the roles allow, or a text of their own. */
export type StepChoice = {
  id: string;
  label: string;
  /** Offered; `*` among them stands for any text. */
  options: readonly string[];
  /** Said below the field. */
  help?: string;
};

export type Step = {
  text: string;
  command: string;
  /** The others work without it. */
  optional?: true;
};

/** Commands for a command line, to be copied one after the other. */
export type Steps = {
  title: string;
  choices?: readonly StepChoice[];
  /** `chosen`: values of the choices by their ids, empty where nothing is chosen. */
  of?(chosen: Readonly<Record<string, string>>): readonly Step[];
  /** A page of this console in place of commands; the choices are remembered for it. */
  page?: { label: string; to: (chosen: Readonly<Record<string, string>>) => string };
  /** Below the steps. */
  note?: { text: string; link?: { label: string; href: string } };
};
