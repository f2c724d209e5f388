import type { Page } from '@playwright/test';

/** A picture as a file to choose, drawn by the browser itself. */
export async function pictureFile(page: Page) {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 600;
    canvas.height = 300;
    const context = canvas.getContext('2d')!;
    context.fillStyle = '#c33';
    context.fillRect(0, 0, 300, 300);
    context.fillStyle = '#33c';
    context.fillRect(300, 0, 300, 300);
    return canvas.toDataURL('image/png').split(',', 2)[1]!;
  });
  return { name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') };
}
