import { useState, type KeyboardEvent } from 'react';
import { IconButton } from './IconButton.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';

type Props = Omit<TextFieldProps, 'type' | 'trailing'> & {
  /** What is hidden, for the button that shows it, if the label is not a plain text. */
  hides?: string;
  /** `new-password` keeps password managers from filling in the old one. */
  autoComplete: 'current-password' | 'new-password';
};

/** Hides the typed text until the user shows it, and warns when Caps Lock is on. */
export function PasswordField({ help, hides, ...props }: Props) {
  const secretName = hides ?? (typeof props.label === 'string' ? props.label : 'the value');
  const [isShown, setIsShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <TextField
      {...props}
      help={capsLock ? 'Caps Lock is on' : help}
      type={isShown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      onKeyDown={watchCapsLock}
      onKeyUp={watchCapsLock}
      trailing={
        <IconButton
          icon="eye"
          size="inline"
          label={`${isShown ? 'Hide' : 'Show'} ${secretName.charAt(0).toLowerCase()}${secretName.slice(1)}`}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        />
      }
    />
  );
}
