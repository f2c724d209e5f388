import { expect, test } from 'vitest';
import { packagesOf } from './kit-dependencies.ts';

test('packages are found, types and own files are not', () => {
  const source = [
    "import { useState } from 'react';",
    "import type { Row } from '@tanstack/react-table';",
    'import {',
    '  Dialog,',
    "} from '@base-ui/react/dialog';",
    "import { Button } from './button.tsx';",
    "import { expect } from 'vitest';",
    "import 'side-effect/styles.css';",
  ].join('\n');
  expect(packagesOf([source, "import { useRef } from 'react';"])).toEqual([
    '@base-ui/react/dialog',
    'react',
    'side-effect/styles.css',
  ]);
});
