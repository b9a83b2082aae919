import { Link, useLocation, useNavigate } from 'react-router-dom';
import { nearestWord } from '../lib/nearestWord.ts';
import { Button, buttonClass } from '../ui/plain/Button.tsx';
import { Kbd } from '../ui/plain/Kbd.tsx';
import { NotFoundCard } from '../views/message/MessageCards.tsx';
import { KEYS } from './actions.ts';
import { href, paths } from './paths.ts';
import { useClusterId, useConsole } from './useConsole.ts';

/** Maximum edits between a mistyped address and the suggested one. */
const FARTHEST = 3;

/** The page does not exist, or this user may not see it. */
export default function NotFoundPage({ inFrame = false }: { inFrame?: boolean }) {
  const { items } = useConsole();
  const clusterId = useClusterId();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const first = items[0];
  const pages = [...items.map((item) => item.to(clusterId)), paths.support()];
  const suggestion = nearestWord(pathname, pages, FARTHEST);
  return (
    <>
      <title>Not Found</title>
      <NotFoundCard
        address={href(pathname)}
        inFrame={inFrame}
        actions={
          <>
            <Link
              className={buttonClass({ kind: 'primary', size: 'form' })}
              to={first?.to(clusterId) ?? paths.support()}
            >
              Go to {first?.label ?? 'Help and support'}
            </Link>
            <Button size="form" onClick={() => void navigate(-1)}>
              Back
            </Button>
            <span className="grow" />
            <span className="t3 small">
              or press <Kbd keys={KEYS.palette} together />
            </span>
          </>
        }
        foot={
          suggestion && (
            <>
              Similar address:{' '}
              <Link className="link" to={suggestion}>
                {href(suggestion)}
              </Link>
            </>
          )
        }
      />
    </>
  );
}
