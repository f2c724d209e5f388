import { SEARCH_MAX } from '@atalaya/contract/limits';
import { TextInput } from '@atalaya/ui/text-input';
import { afterPress } from '@atalaya/ui/press';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

/** A pause in typing that counts as done, in milliseconds. */
const PAUSE_MS = 250;

type SearchBoxProps = {
  label: string;
  placeholder: string;
  value: string;
  /** Called once typing pauses. */
  onChange: (value: string) => void;
  /** Whether the typed text differs from what was handed on last. */
  onTyping?: ((isTyping: boolean) => void) | undefined;
  className?: string;
};

/** A search that waits for a pause in typing, or for its end. When `value` changes from outside (Back, a cleared filter) it follows. */
export function SearchBox({ label, placeholder, value, onChange, onTyping, className }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  // What was handed on last: when it arrives in the address, more may have been typed already.
  const [sent, setSent] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  if (value !== known) {
    setKnown(value);
    if (value !== sent) {
      setSent(value);
      setTyped(value);
    }
  }
  const pending = typed !== sent;
  useEffect(() => {
    if (!pending) clearTimeout(timer.current);
  }, [pending]);
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
      clearTimeout(timer.current);
    };
  }, []);

  function send(next: string) {
    clearTimeout(timer.current);
    const { pathname } = location;
    // What it finds, and the button that clears it, would move what is being pressed.
    afterPress(() => {
      // Pressed was what clears it, or leads elsewhere.
      if (!isThere.current || location.pathname !== pathname) return;
      setSent(next);
      onChange(next);
    });
  }

  function type(next: string) {
    setTyped(next);
    onTyping?.(next !== sent);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(next), PAUSE_MS);
  }

  return (
    <TextInput
      type="search"
      label={label}
      hideLabel
      placeholder={placeholder}
      icon={<Search size={16} />}
      maxLength={SEARCH_MAX}
      value={typed}
      onChange={(event) => type(event.target.value)}
      // A person who goes on to another control is done with this one.
      onBlur={() => {
        if (typed !== sent) send(typed);
      }}
      className={className}
    />
  );
}
