{{/*
Renders your workload with the sidecar in its pods:

  {{- include "verifyd-sidecar.inject" (list . "my-chart.deployment") }}

The second item names a template of yours that renders a Deployment, StatefulSet, DaemonSet or Job.
*/}}
{{- define "verifyd-sidecar.inject" -}}
{{- $root := first . -}}
{{- $workload := include (last .) $root | fromYaml -}}
{{- if hasKey $workload "Error" -}}{{- fail (printf "%s: %s" (last .) $workload.Error) -}}{{- end -}}
{{- if (index $root.Values "verifyd-sidecar").enabled -}}
{{- $pod := $workload.spec.template.spec -}}
{{- $sidecar := include "verifyd-sidecar.container" $root | fromYaml -}}
{{- $_ := set $pod "initContainers" (prepend ($pod.initContainers | default list) $sidecar) -}}
{{- $volumes := include "verifyd-sidecar.volumes" $root | fromYamlArray -}}
{{- $_ := set $pod "volumes" (concat ($pod.volumes | default list) $volumes) -}}
{{- $mount := include "verifyd-sidecar.mount" $root | fromYaml -}}
{{- range $pod.containers -}}
{{- $_ := set . "volumeMounts" (append (.volumeMounts | default list) $mount) -}}
{{- end -}}
{{- $security := $pod.securityContext | default dict -}}
{{- $groups := append ($security.supplementalGroups | default list) 65532 | uniq -}}
{{- $_ := set $pod "securityContext" (set $security "supplementalGroups" $groups) -}}
{{- end -}}
{{- toYaml $workload -}}
{{- end -}}

{{/* The sidecar: an init container that keeps running, so it starts before and stops after all others. */}}
{{- define "verifyd-sidecar.container" -}}
{{- $values := index .Values "verifyd-sidecar" -}}
name: verifyd
image: {{ include "verifyd-sidecar.image" $values.image | quote }}
imagePullPolicy: {{ $values.image.pullPolicy }}
restartPolicy: Always
# An option comes before all settings: whatever they say, it listens here alone.
args: [serve, --listen, "unix:///run/verifyd/verifyd.sock"]
env:
  # Everybody may write to an emptyDir, but only the containers that mount it reach it.
  - name: VERIFYD_SERVER__TRUST_SOCKET_FOLDER
    value: "true"
  {{- with $values.metrics.port }}
  - name: VERIFYD_METRICS__LISTEN
    value: {{ printf "tcp://0.0.0.0:%d" (int .) }}
  - name: VERIFYD_METRICS__ALLOW_REMOTE
    value: "true"
  {{- end }}
  {{- range $name, $value := $values.settings }}
  - name: {{ printf "VERIFYD_%s" ($name | replace "." "__" | upper) }}
    value: {{ include "verifyd-sidecar.setting" $value | quote }}
  {{- end }}
  {{- with $values.env }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with $values.metrics.port }}
ports:
  - name: verifyd-metrics
    containerPort: {{ . }}
{{- end }}
startupProbe:
  exec:
    command: [verifyd, health, --address, "unix:///run/verifyd/verifyd.sock"]
  periodSeconds: 1
  timeoutSeconds: 5
  failureThreshold: 60
readinessProbe:
  exec:
    command: [verifyd, health, --address, "unix:///run/verifyd/verifyd.sock"]
  periodSeconds: 15
  timeoutSeconds: 5
resources:
  {{- toYaml $values.resources | nindent 2 }}
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  readOnlyRootFilesystem: true
  allowPrivilegeEscalation: false
  capabilities:
    drop: [ALL]
  seccompProfile:
    type: RuntimeDefault
volumeMounts:
  {{- include "verifyd-sidecar.mount" . | fromYaml | list | toYaml | nindent 2 }}
  # In its place Kubernetes would mount the pod's service account token.
  - name: verifyd-no-token
    mountPath: /var/run/secrets/kubernetes.io/serviceaccount
    readOnly: true
{{- end -}}

{{/* The volumes of the pod. */}}
{{- define "verifyd-sidecar.volumes" -}}
- name: verifyd-socket
  emptyDir:
    medium: Memory
    sizeLimit: 1Mi
- name: verifyd-no-token
  emptyDir:
    medium: Memory
    sizeLimit: 1Mi
{{- end -}}

{{/* The mount of a container that calls verifyd. */}}
{{- define "verifyd-sidecar.mount" -}}
name: verifyd-socket
mountPath: /run/verifyd
{{- end -}}

{{/* An image by its digest, else by its tag. */}}
{{- define "verifyd-sidecar.image" -}}
{{- if .digest -}}{{ .repository }}@{{ .digest }}
{{- else -}}{{ .repository }}:{{ .tag | default "0.1.0" }}
{{- end -}}
{{- end -}}

{{/* The value of a setting as a variable has it: integers without an exponent, lists as JSON. */}}
{{- define "verifyd-sidecar.setting" -}}
{{- if kindIs "string" . -}}{{ . }}
{{- else if and (kindIs "float64" .) (eq . (floor .)) -}}{{ int64 . }}
{{- else -}}{{ toJson . }}
{{- end -}}
{{- end -}}
