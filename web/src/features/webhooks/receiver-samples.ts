/**
 * How a receiver checks what it gets, without any package: a function of the secret, the headers and the bytes of the body
 * that says whether they are ours. A test runs each.
 */
const TYPESCRIPT = `import { createHmac, timingSafeEqual } from 'node:crypto';

type Headers = Record<string, string | undefined>;

export function isOurs(secret: string, headers: Headers, body: string): boolean {
  const id = headers['webhook-id'] ?? '';
  const timestamp = headers['webhook-timestamp'] ?? '';
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < 300)) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest();
  return (headers['webhook-signature'] ?? '').split(' ').some((signature) => {
    const [version, text = ''] = signature.split(',');
    const given = Buffer.from(text, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
`;

const PYTHON = `import base64
import hashlib
import hmac
import time


def is_ours(secret: str, headers: dict, body: bytes) -> bool:
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) >= 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    content = f"{message_id}.{timestamp}.".encode() + body
    expected = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    return any(
        hmac.compare_digest(signature, f"v1,{expected}")
        for signature in headers.get("webhook-signature", "").split(" ")
    )
`;

const PHP = `<?php
function is_ours(string $secret, array $headers, string $body): bool
{
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) >= 300) {
        return false;
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}
`;

export const RECEIVERS = [
  { language: 'TypeScript', code: TYPESCRIPT },
  { language: 'Python', code: PYTHON },
  { language: 'PHP', code: PHP },
] as const;
