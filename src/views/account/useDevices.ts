import { useQuery } from '@tanstack/react-query';
import { fetchDevices } from '../../api/devices.ts';

const byRegistration = (a: { registeredDate: Date }, b: { registeredDate: Date }): number =>
  b.registeredDate.getTime() - a.registeredDate.getTime();

/** One's own devices, the newest first (screens §4.2). */
export function useDevices() {
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['mfa/devices'],
    queryFn: async ({ signal }) => (await fetchDevices(signal)).sort(byRegistration),
  });
  return { devices: data, error, readAtMs: dataUpdatedAt, reload: () => void refetch() };
}
