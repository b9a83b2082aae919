/** What is said and checked before a row is removed. Required where `wire.remove` is. */
export type RemovalModule<R> = {
  /** What removing a row does besides. */
  effects(row: R): readonly string[];
  /** What it is called, where that is not deleting: "Lift", "Lifting", "lifted". */
  messages?: { act: string; acting: string; done: string };
  /** Rows of another resource that name rows of this one: none of these can be removed while one does. */
  heldBy?: { resource: string; field: string };
  /** Why a row can be changed but not removed; `self` is the name of the signed-in person. */
  kept?(row: R, self: string): string | undefined;
};
