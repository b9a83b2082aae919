import { useEffect, useRef, type ReactNode } from 'react';
import type { Config } from '../../api/config.ts';
import { isLocked, offerOf, type LockedFeature } from '../../api/can.ts';
import type { UserContext } from '../../api/userContext.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Button, buttonClass } from '../../ui/plain/Button.tsx';
import { Time } from '../../ui/Time.tsx';
import { InstallCommand } from './InstallCommand.tsx';
import styles from './SupportPage.module.css';
import { reportEvent } from '../../api/auth.ts';

type Props = {
  config: Config;
  user: UserContext;
  /** Existing pages that this user does not see. */
  hidden: readonly { label: string; why: string }[];
  onShowKeys: () => void;
  /** The kind of resource of an Add button (see InstallCommand). */
  adding?: string | undefined;
  /** Addresses of the pages that add resources. `resources` is absent if this user has none. */
  hrefs: { enroll: string; resources?: string | undefined };
};

/** Information for solving problems, or for asking other people. */
export function SupportPage({ config, user, hidden, onShowKeys, adding, hrefs }: Props) {
  const addingSection = useRef<HTMLElement>(null);
  useEffect(() => {
    if (adding !== undefined) addingSection.current?.scrollIntoView({ block: 'start' });
  }, [adding]);
  const facts = clusterFacts(config, user);
  return (
    <div className={styles.page}>
      <header className="row rigid x16 line-b page-head">
        <h1 className="title">Help &amp; Support</h1>
      </header>
      <div className={styles.body}>
        <section className={styles.section} aria-labelledby="support-cluster">
          <div className={styles.sectionHead}>
            <h2 id="support-cluster">This cluster</h2>
            <CopyButton size="toolbar" text={facts.map(([name, value]) => `${name}: ${value}`).join('\n')}>
              Copy
            </CopyButton>
          </div>
          <Facts facts={[...facts, ...seen(user)]} />
        </section>
        <section className={styles.section} aria-labelledby="support-keys">
          <div className={styles.sectionHead}>
            <h2 id="support-keys">Keyboard</h2>
            <Button icon="keyboard" keys="?" onClick={onShowKeys}>
              Show all keys
            </Button>
          </div>
          <p className="t2">
            Everything here works without a mouse. Ctrl K opens the command palette, / moves to the query field, and
            Ctrl Shift with an arrow key leaves a terminal, Ctrl Shift Up also a desktop.
          </p>
        </section>
        <section className={styles.section} aria-labelledby="support-hidden">
          <div className={styles.sectionHead}>
            <h2 id="support-hidden">Pages you cannot see</h2>
          </div>
          {hidden.length === 0 ? (
            <p className="t2">None. Your roles give access to every page of this console for this cluster.</p>
          ) : (
            <>
              <p className="t2">A page appears once one of your roles has the required rule.</p>
              <Facts facts={hidden.map(({ label, why }) => [label, why])} />
            </>
          )}
        </section>
        {user.acl.tokens?.create && (
          <section ref={addingSection} className={styles.section} aria-labelledby="support-adding">
            <div className={styles.sectionHead}>
              <h2 id="support-adding">Adding servers and other resources</h2>
            </div>
            {config.extensions.length > 0 ? (
              <p className="t2">
                <a className="link" href={hrefs.enroll}>
                  Enroll new resource
                </a>{' '}
                leads through it. Users with write access to documents can also write them under{' '}
                {hrefs.resources === undefined ? (
                  'Resources'
                ) : (
                  <a className="link" href={hrefs.resources}>
                    Resources
                  </a>
                )}
                . The administrator of this machine can also write them under “inventory” in gateway.yaml. They appear
                after a SIGHUP to the gateway, in the lists of users whose roles match their labels.
              </p>
            ) : (
              <>
                <p className="t2">
                  They join this cluster with its own agent and then appear in the lists of users whose roles match
                  their labels.
                </p>
                <InstallCommand key={adding} entity={adding} cluster={user.cluster} />
              </>
            )}
          </section>
        )}
        {config.isEnterprise && (
          <section className={styles.section} aria-labelledby="support-vendor">
            <div className={styles.sectionHead}>
              <h2 id="support-vendor">The vendor’s support</h2>
              <VendorSupport config={config} authVersion={user.cluster.authVersion} />
            </div>
            <p className="t2">
              {isLocked('premiumSupport', config)
                ? 'The plan of this cluster does not include it.'
                : 'A ticket goes to the vendor of this cluster’s software.'}
            </p>
          </section>
        )}
        {config.extensions.length === 0 && (
          <section className={styles.section} aria-labelledby="support-limits">
            <div className={styles.sectionHead}>
              <h2 id="support-limits">What this cluster cannot do here</h2>
            </div>
            <p className="t2">
              The API of this cluster does not offer documents of applications, databases and servers, a list of join
              tokens, revisions or label counts. It supports GitHub connectors, but not OpenID Connect and SAML
              connectors. Pages and buttons that need these are hidden.
            </p>
          </section>
        )}
      </div>
    </div>
  );
}

const TICKETS_URL = 'https://support.goteleport.com';

const VendorSupport = ({ config, authVersion }: { config: Config; authVersion: string }) =>
  isLocked('premiumSupport', config) ? (
    <UpgradeLink feature="premiumSupport" config={config} authVersion={authVersion}>
      Unlock premium support
    </UpgradeLink>
  ) : (
    <a className={buttonClass({})} href={TICKETS_URL} target="_blank" rel="noopener noreferrer">
      Open a ticket
    </a>
  );

type Fact = readonly [name: string, value: ReactNode];

function clusterFacts({ tunnelPublicAddress }: Config, { cluster, username }: UserContext): [string, string][] {
  const facts: [string, string][] = [
    ['Name', cluster.clusterId],
    ['Version', cluster.authVersion],
    ['Public address', cluster.publicURL],
    ['Public SSH tunnel', tunnelPublicAddress],
    ['Signed in as', username],
  ];
  return facts.filter(([, value]) => value !== '');
}

const seen = ({ cluster: { lastConnected } }: UserContext): Fact[] =>
  lastConnected ? [['Last contact', <Time key="answered" date={lastConnected} />]] : [];

const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={styles.facts}>
    {facts.map(([name, value]) => (
      <div key={name} className={styles.fact}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

type UpgradeLinkProps = { feature: LockedFeature; config: Config; authVersion: string; children: ReactNode };

/** Leads to the vendor's offer for a feature that the cluster's plan lacks. */
function UpgradeLink({ feature, config, authVersion, children }: UpgradeLinkProps) {
  const { href, report } = offerOf(feature, config, authVersion);
  return (
    <a
      className={buttonClass({})}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      onClick={() => reportEvent('tp.ui.callToAction.click', { eventData: report })}
    >
      {children}
    </a>
  );
}
