{{- define "verifyd.name" -}}
{{- contains "verifyd" .Release.Name | ternary .Release.Name (printf "%s-verifyd" .Release.Name) | trunc 52 | trimSuffix "-" -}}
{{- end -}}

{{- define "verifyd.selector" -}}
app.kubernetes.io/name: verifyd
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: server
{{- end -}}

{{- define "verifyd.labels" -}}
{{ include "verifyd.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "verifyd.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{- define "verifyd.securityContext" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
readOnlyRootFilesystem: true
allowPrivilegeEscalation: false
capabilities:
  drop: [ALL]
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{/* The settings, with those that the chart decides itself. */}}
{{- define "verifyd.settings" -}}
{{- $settings := deepCopy .Values.settings -}}
{{- if .Values.metrics.enabled -}}
{{- $metrics := dict "listen" (printf "tcp://0.0.0.0:%d" (int .Values.metrics.port)) "allow_remote" true -}}
{{- $_ := set $settings "metrics" $metrics -}}
{{- end -}}
{{- toYaml $settings -}}
{{- end -}}
