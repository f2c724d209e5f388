import { ATTACHABLE } from '@atalaya/contract/choices';
import { ATTACHMENTS_MAX, ATTACHMENT_BYTES } from '@atalaya/contract/limits';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../platform/api/api-error.ts';
import { uploadFile } from '../../../platform/api/upload.ts';
import { randomId } from '../../../platform/random-id.ts';
import { discardFile } from '../tickets.api.ts';
import type { Draft, KeptFile } from '../ticket-conversation/use-draft.ts';

/** The server deletes a file that was not sent for a day: the draft stops offering it a little earlier. */
const KEPT_MS = 23 * 60 * 60 * 1000;

export type Attached = {
  key: string;
  name: string;
  bytes: number;
  /** 0 to 1 while it goes. */
  progress: number;
  /** Once the server has it. */
  id: string | null;
  error: ApiError | null;
  /** What is sent again where it did not arrive; null once nothing would come of that. */
  file: File | null;
  /** Until when it comes back with the draft: milliseconds since 1970. */
  until: number;
};

const fromDraft = ({ id, name, bytes, until }: KeptFile): Attached => ({
  id,
  name,
  bytes,
  until,
  key: id,
  progress: 1,
  error: null,
  file: null,
});

/** Why a file is not even sent, or null. */
function refusalOf(file: File): ApiError | null {
  const ending = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase();
  if (!ATTACHABLE.includes(ending)) return new ApiError(400, { code: 'attachment.not_accepted' });
  return file.size > ATTACHMENT_BYTES ? new ApiError(413, { code: 'attachment.too_large' }) : null;
}

/** The server, or the screen, has looked at it and refused it for good: it is told, and does not go along. */
export const isRefused = ({ error, file }: Attached) => error !== null && file === null;

type Change = (key: string, values: Partial<Attached>) => void;

/** Sends each file on its own; what still goes when one leaves is given up. */
function useUploads(change: Change) {
  const uploads = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const { current } = uploads;
    return () => current.forEach((upload) => upload.abort());
  }, []);
  return {
    send: async (key: string, file: File) => {
      const controller = new AbortController();
      uploads.current.set(key, controller);
      const upload = {
        onProgress: (progress: number) => change(key, { progress }),
        signal: controller.signal,
      };
      try {
        const { id } = await uploadFile('uploadTicketFile', file, file.name, upload);
        change(key, { id, file: null });
      } catch (error) {
        if (controller.signal.aborted) return;
        const known = error instanceof ApiError ? error : new ApiError(0, { code: 'network.offline' });
        // What the server has looked at and refused is refused again.
        change(key, known.code.startsWith('attachment.') ? { error: known, file: null } : { error: known });
      } finally {
        uploads.current.delete(key);
      }
    },
    stop: (key: string) => uploads.current.get(key)?.abort(),
  };
}

/** Writes the files that the server has into the draft, with which they come back after a reload. */
function useKept(files: readonly Attached[], draft: Draft | null) {
  const keep = draft?.change;
  useEffect(() => {
    keep?.({
      files: files.flatMap(({ id, name, bytes, until }) => (id ? [{ id, name, bytes, until }] : [])),
    });
  }, [files, keep]);
}

/** Files for a message: each goes as soon as it is chosen, and can be taken back until the message is sent. */
export function useAttachments(draft: Draft | null) {
  const [files, setFiles] = useState<readonly Attached[]>(() => draft?.value.files.map(fromDraft) ?? []);
  const [tooMany, setTooMany] = useState(false);
  useKept(files, draft);
  const change: Change = (key, values) =>
    setFiles((all) => all.map((each) => (each.key === key ? { ...each, ...values } : each)));
  const uploads = useUploads(change);
  return {
    files,
    tooMany,
    /** The files that the server has. */
    ids: files.flatMap(({ id }) => id ?? []),
    /** What can arrive has arrived: else the message has to wait. */
    isReady: files.every((file) => file.id !== null || isRefused(file)),
    add: (list: FileList | null) => {
      const chosen = [...(list ?? [])];
      const taken = chosen.slice(0, ATTACHMENTS_MAX - files.length).map((file) => {
        const [key, error] = [randomId(), refusalOf(file)];
        const until = Date.now() + KEPT_MS;
        const sent = error ? null : file;
        return { key, name: file.name, bytes: file.size, progress: 0, id: null, error, file: sent, until };
      });
      setTooMany(taken.length < chosen.length);
      setFiles((all) => [...all, ...taken]);
      for (const { file, key } of taken) if (file) void uploads.send(key, file);
    },
    again: ({ key, file }: Attached) => {
      if (!file) return;
      change(key, { error: null, progress: 0 });
      void uploads.send(key, file);
    },
    remove: ({ key, id }: Attached) => {
      uploads.stop(key);
      setFiles((all) => all.filter((each) => each.key !== key));
      setTooMany(false);
      // What cannot be taken back now is forgotten by the server within a day.
      if (id) void discardFile(id).catch(() => undefined);
    },
    /** These are in a message, without what was refused: what was added since stays. */
    sent: (ids: readonly string[]) => {
      setFiles((all) => all.filter((file) => (file.id === null ? !isRefused(file) : !ids.includes(file.id))));
      setTooMany(false);
    },
  };
}

export type Attachments = ReturnType<typeof useAttachments>;
