import { Button } from '@atalaya/ui/button';
import { Modal } from '@atalaya/ui/modal';
import { Progress } from '@atalaya/ui/progress';
import { useId, useState } from 'react';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { CropCanvas } from './crop-canvas.tsx';
import { ZOOM_MAX, clampCrop, moveTo, positionOf, wholeCrop } from './crop.ts';
import { profileTexts } from './profile.es.ts';
import { useUpload } from './use-upload.ts';

/** Asks for the square of a picture, and sends it. */
export function CropDialog({ picture, onClose }: { picture: ImageBitmap; onClose: () => void }) {
  const t = useTexts(profileTexts);
  const [crop, setCrop] = useState(() => wholeCrop(picture));
  const { send, cancel, progress } = useUpload(picture, onClose);
  const leave = () => {
    cancel();
    onClose();
  };
  const position = positionOf(picture, crop);
  return (
    <Modal
      open
      onClose={leave}
      title={t('crop.title')}
      description={t('crop.description')}
      closeLabel={t('crop.close')}
      size="md"
      footer={
        <>
          <Button variant="outline" onClick={leave}>
            {t('crop.cancel')}
          </Button>
          <Button busy={progress !== null} onClick={() => void send(crop)}>
            {t('crop.save')}
          </Button>
        </>
      }
    >
      <CropCanvas label={t('crop.preview')} picture={picture} crop={crop} onChange={setCrop} />
      <div className="mt-4 grid gap-3">
        <Slider
          label={t('crop.zoom')}
          value={(crop.zoom - 1) / (ZOOM_MAX - 1)}
          onChange={(share) => setCrop(clampCrop(picture, { ...crop, zoom: 1 + share * (ZOOM_MAX - 1) }))}
        />
        <Slider
          label={t('crop.horizontal')}
          value={position.x}
          onChange={(x) => setCrop(moveTo(picture, crop, { ...position, x }))}
        />
        <Slider
          label={t('crop.vertical')}
          value={position.y}
          onChange={(y) => setCrop(moveTo(picture, crop, { ...position, y }))}
        />
      </div>
      {progress === null ? null : (
        <Progress
          label={t('crop.uploading')}
          value={progress}
          valueText={`${Math.round(progress * 100)} %`}
          className="mt-4"
        />
      )}
    </Modal>
  );
}

type SliderProps = { label: string; value: number; onChange: (share: number) => void };

/** From 0 to 1 in hundredths, by mouse, finger or arrow keys. */
function Slider({ label, value, onChange }: SliderProps) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        value={Math.round(value * 100)}
        onChange={(event) => onChange(Number(event.target.value) / 100)}
        className="h-6 w-full accent-primary"
      />
    </div>
  );
}
