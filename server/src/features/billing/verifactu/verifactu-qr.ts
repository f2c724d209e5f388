/** A QR code as what is drawn of it: how many squares wide it is, and the path of the dark ones. */
export async function drawQr(text: string): Promise<{ size: number; path: string }> {
  const { default: qrcode } = await import('qrcode');
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const dark = Array.from(modules.data, (value, at) =>
    value ? `M${String(at % size)} ${String(Math.floor(at / size))}h1v1h-1z` : '',
  );
  return { size, path: dark.join('') };
}
