import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { loadPart } from './load-part.ts';

afterEach(() => onlineManager.setOnline(true));

test('a part that is gone from the server is an error', async () => {
  await expect(loadPart(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
});

test('a part that the network was missing for arrives once it is back', async () => {
  onlineManager.setOnline(false);
  const load = vi.fn(() =>
    onlineManager.isOnline() ? Promise.resolve('part') : Promise.reject(new Error('offline')),
  );
  const part = loadPart(load);
  await vi.waitUntil(() => onlineManager.hasListeners());
  onlineManager.setOnline(true);
  await expect(part).resolves.toBe('part');
  expect(load).toHaveBeenCalledTimes(2);
  expect(onlineManager.hasListeners()).toBe(false);
});

test('a part whose loading fails only after the network is back is loaded again', async () => {
  onlineManager.setOnline(false);
  let fail = () => {};
  const load = vi
    .fn<() => Promise<string>>()
    .mockImplementationOnce(
      () => new Promise((_resolve, reject) => (fail = () => reject(new Error('offline')))),
    )
    .mockResolvedValueOnce('part');
  const part = loadPart(load);
  onlineManager.setOnline(true);
  fail();
  await expect(part).resolves.toBe('part');
  expect(onlineManager.hasListeners()).toBe(false);
});

test('a part that a short loss of the network cuts off is loaded again', async () => {
  let fail = () => {};
  const load = vi
    .fn<() => Promise<string>>()
    .mockImplementationOnce(
      () => new Promise((_resolve, reject) => (fail = () => reject(new Error('offline')))),
    )
    .mockResolvedValueOnce('part');
  const part = loadPart(load);
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  fail();
  await expect(part).resolves.toBe('part');
});
