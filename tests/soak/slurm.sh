#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs a sweep as a Slurm array on a one-node Slurm that this script starts. One process must give the same result. Needs Slurm
# and munge (Debian: slurm-wlm), and root.
set -u
cd "$(dirname "$0")/../.." || exit 1
carom=${CAROM:-$PWD/build/carom}
for need in slurmctld slurmd munged sbatch; do
    command -v $need > /dev/null || { echo "skip sweep by Slurm: no $need"; exit 0; }
done
[ "$(id -u)" -eq 0 ] || { echo "skip sweep by Slurm: not root"; exit 0; }
if squeue > /dev/null 2>&1; then echo "skip sweep by Slurm: there is a Slurm already, which is not ours to touch"; exit 0; fi
work=$(mktemp -d)
chmod 755 "$work"
export SLURM_CONF=$work/slurm.conf
mkdir -p "$work/state" "$work/spool" /run/munge
chown munge /run/munge
cat > "$SLURM_CONF" <<C
ClusterName=carom
SlurmctldHost=$(hostname)
AuthType=auth/munge
SlurmUser=root
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/ctld.pid
SlurmdPidFile=$work/d.pid
SlurmctldLogFile=$work/ctld.log
SlurmdLogFile=$work/d.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
NodeName=$(hostname) CPUs=2 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
C
clean() {
    scontrol shutdown 2> /dev/null
    sleep 1
    [ -f "$work/d.pid" ] && kill "$(cat "$work/d.pid")" 2> /dev/null
    pkill -x -u munge munged 2> /dev/null
    rm -rf "$work"
}
trap clean EXIT
su -s /bin/sh munge -c "munged --foreground" > /dev/null 2>&1 &
sleep 1
slurmctld && sleep 2 && slurmd && sleep 2
cat > "$work/job.sh" <<J
#!/bin/sh
$carom sweep 08-one-hits-two -o $work/out --jobs 1 --shard "\$SLURM_ARRAY_TASK_ID/7"
J
if ! sbatch --array=1-7 -o /dev/null "$work/job.sh" > /dev/null; then
    echo "skip sweep by Slurm: it does not start here"
    exit 0
fi
tries=0
while [ -n "$(squeue -h)" ] && [ $tries -lt 120 ]; do sleep 1; tries=$((tries + 1)); done
"$carom" sweep 08-one-hits-two -o "$work/whole" > /dev/null
if "$carom" merge "$work/out" > /dev/null && cmp -s "$work/out/sweep.tsv" "$work/whole/sweep.tsv"; then
    echo "ok sweep by Slurm, an array of seven"
else
    echo "not ok sweep by Slurm"
fi
