/** Of a tab and of what it controls, for whoever has to point from one to the other. */
export const tabElementId = (id: number): string => `tab-${id}`;
export const panelElementId = (id: number): string => `panel-${id}`;
