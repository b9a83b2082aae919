import { config } from '../api/config.ts';
import { ALL_CONNECTORS } from '../wire/config.ts';
import { connectors } from './connectors.ts';

export default connectors(config.extensions.includes(ALL_CONNECTORS));
