import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Button } from '../../ui/plain/Button.tsx';
import { writeAccessView } from './accessAddress.ts';
import { changesLabel } from './accessCountLabels.ts';
import { useRoleReach, editedRole, type EditedRole } from './useRoleReach.ts';

/** In the head of a role's editor: what the current text grants access to. */
export function CheckAccessButton({ id, text, saved }: EditedRole) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => editedRole.set({ id, text, saved }), [id, text, saved]);
  useEffect(() => () => editedRole.set(undefined), []);
  return (
    <Button
      icon="shield"
      onClick={() => void navigate({ pathname, search: writeAccessView(search, { show: 'reach', role: id }) })}
    >
      Check access
    </Button>
  );
}

/** The effect of a draft in a few words: `12 servers appear, 1 vanishes`. Empty without an effect. */
export function ReachMoves({ text, saved }: Pick<EditedRole, 'text' | 'saved'>) {
  const { reach, counted } = useRoleReach(text, saved);
  const moves = reach && changesLabel(reach);
  const words = moves && counted.state === 'working' ? `${moves}, counting` : moves;
  return words ? (
    <span className="t2 small cut" role="status">
      {words}
    </span>
  ) : null;
}
