import type { Product } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { productName } from '../../parts/products/product-name.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';

interface RemoveProductProps {
  product: Product;
  onDone: () => void;
  onClose: () => void;
}

/** Asks before a product is removed; the server refuses it while devices name it, and says how many. */
export function RemoveProduct({ product, onDone, onClose }: RemoveProductProps) {
  const { t } = useTranslation('products');
  const remove = useAction('deleteProduct', { quiet: true, invalidates: ['listProducts'], onDone });
  return (
    <ActionDialog
      title={t('one', { action: t('remove'), name: productName(product) })}
      okText={t('remove')}
      danger
      busy={remove.isPending}
      error={remove.error}
      onOk={() => remove.mutate({ params: { id: product.id } })}
      onClose={onClose}
    >
      <p>{t('removeHint')}</p>
    </ActionDialog>
  );
}
