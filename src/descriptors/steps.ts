/** A value for the commands: one that the roles allow, or free text. */
export type StepChoice = {
  id: string;
  label: string;
  /** The suggestions. `*` means that any text is allowed. */
  options: readonly string[];
  /** Shown below the field. */
  help?: string;
};

export type Step = {
  text: string;
  command: string;
  /** The other steps work without it. */
  optional?: true;
};

/** Commands to copy into a terminal, one after the other. */
export type Steps = {
  title: string;
  choices?: readonly StepChoice[];
  /** `chosen`: values of the choices by their ids, empty if nothing is chosen. */
  of?(chosen: Readonly<Record<string, string>>): readonly Step[];
  /** A page of this console in place of commands; the choices are remembered for it. */
  page?: { label: string; to: (chosen: Readonly<Record<string, string>>) => string };
  /** Shown below the steps. */
  note?: { text: string; link?: { label: string; href: string } };
};
