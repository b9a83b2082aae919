import type { DocumentForm } from '../documentTypes.ts';

const form: DocumentForm = {
  title: 'Network settings',
  sections: [
    {
      title: 'Idle times',
      text: 'When what is not used ends by itself; 0s for never.',
      inputs: [
        { path: 'spec.client_idle_timeout', label: 'Sessions', half: true },
        { path: 'spec.web_idle_timeout', label: 'Consoles', half: true },
        { path: 'spec.idle_timeout_message', label: 'Message when a session ends', words: true },
      ],
    },
    {
      title: 'Keep-alive',
      text: 'How it is found out that the other side is gone.',
      inputs: [
        { path: 'spec.keep_alive_interval', label: 'Asked every', half: true },
        { path: 'spec.keep_alive_count_max', label: 'Given up after unanswered', half: true },
        { path: 'spec.session_control_timeout', label: 'Claim on a session', half: true },
        { path: 'spec.proxy_ping_interval', label: 'Clients behind a proxy', half: true },
      ],
    },
    {
      title: 'Ways',
      text: 'How agents and servers are reached.',
      inputs: [
        { path: 'spec.proxy_listener_mode', label: 'Ports of the proxy', half: true },
        { path: 'spec.routing_strategy', label: 'Several servers of one name', half: true },
        { path: 'spec.tunnel_strategy.type', label: 'Tunnels', half: true },
        { path: 'spec.tunnel_strategy.agent_connection_count', label: 'Proxies of an agent', half: true },
      ],
    },
  ],
};
export default form;
