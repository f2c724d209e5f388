import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

export type FrailConnection = {
  /** Leads to the same server. */
  url: string;
  /** Ends what goes through it, and refuses what comes, until it is mended. */
  cut: () => void;
  mend: () => void;
  close: () => Promise<void>;
};

/** A way to a server of this machine that can be cut, as a network is. */
export async function openFrailConnection(url: string): Promise<FrailConnection> {
  const target = Number(new URL(url).port);
  const open = new Set<Socket>();
  let is_cut = false;
  const server = createServer((near) => {
    if (is_cut) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.once('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.once('error', () => to.destroy());
      from.pipe(to);
    }
  });
  const cut = () => {
    is_cut = true;
    for (const socket of open) socket.destroy();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${String((server.address() as AddressInfo).port)}`,
    cut,
    mend: () => {
      is_cut = false;
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
