/** The parts of the navigation, in their order (specification §2). */
export const CATEGORIES = ['Resources', 'Management', 'Assist'] as const;
export type Category = (typeof CATEGORIES)[number];
export const SECTIONS = ['Access', 'Activity', 'Billing', 'Clusters'] as const;
export type Section = (typeof SECTIONS)[number];
