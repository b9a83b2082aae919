import type { MenuItem } from '../../ui/menuItems.ts';
import { iconNamed } from '../iconNamed.ts';
import { linkItems, type PageNavigation } from './menuItems.ts';
import type { RowChoice } from './rowChoices.ts';

/** All actions of a row in one menu. A menu among them shows its entries under a heading. */
export function choiceItems(
  choices: readonly RowChoice[],
  navigation: PageNavigation,
  run: (choice: RowChoice) => void,
): readonly MenuItem[] {
  return choices.flatMap((choice): readonly MenuItem[] => {
    if (choice.kind === 'menu' && choice.off === undefined) {
      const menu = choice.menu();
      return [...linkItems({ ...menu, head: menu.head ?? choice.label }, navigation), { kind: 'line' }];
    }
    const icon = iconNamed(choice.icon);
    const item: MenuItem = {
      kind: 'item',
      id: choice.id,
      label: choice.label,
      off: choice.off,
      danger: choice.danger,
      ...(icon && { icon }),
      ...(choice.keys && { hint: choice.keys }),
      ...(choice.kind === 'run' && choice.to !== undefined
        ? { href: navigation.href(choice.to), newTab: true }
        : { run: () => run(choice) }),
    };
    return choice.danger ? [{ kind: 'line' }, item] : [item];
  });
}
