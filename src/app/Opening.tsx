import { Waiting } from '../ui/plain/Waiting.tsx';

/** Before it is known who is signed in. */
export const Opening = () => <Waiting>Opening the console</Waiting>;
