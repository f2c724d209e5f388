import { onlineManager } from '@tanstack/react-query';

function backOnline(): Promise<void> {
  return new Promise((resolve) => {
    const stop = onlineManager.subscribe((online) => {
      if (!online) return;
      stop();
      resolve();
    });
  });
}

/**
 * Loads a part of the application that is not here yet. Without a network it waits for its return: what is on
 * the screen, and what was typed there, stays. Throws what `load` does where the part is gone from the server.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    // A failure is often told only after the network is back.
    let wasOffline = !onlineManager.isOnline();
    const stop = onlineManager.subscribe((online) => {
      if (!online) wasOffline = true;
    });
    try {
      return await load();
    } catch (error) {
      if (!wasOffline) throw error;
    } finally {
      stop();
    }
    if (!onlineManager.isOnline()) await backOnline();
  }
}
