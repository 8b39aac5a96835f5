export default function DashboardScreen() {
  return <div />
}
