// Package outcomes runs the YAML files of tests/cases/outcomes: what tasks come to by their success
// criteria, and what is settled. tests/outcome_case_files.py says what a file holds.
package outcomes

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gopkg.in/yaml.v3"
)

// Case is calls in their order, and what each should come to.
type Case struct {
	// Name is unique: file and case.
	Name string
	// Settings are those of the server, where they differ from the shipped ones.
	Settings map[string]any

	steps  []step
	entry  entry
	shared *file
}

type file struct {
	Description string                    `yaml:"description"`
	Settings    map[string]any            `yaml:"settings"`
	Criteria    map[string]any            `yaml:"criteria"`
	Tasks       map[string]map[string]any `yaml:"tasks"`
	Cases       []entry                   `yaml:"cases"`
}

type entry struct {
	Name     string           `yaml:"name"`
	Criteria any              `yaml:"criteria"`
	Task     any              `yaml:"task"`
	Steps    []map[string]any `yaml:"steps"`
}

// step is one call.
type step struct {
	verb     string
	told     map[string]any
	criteria any
	task     any
	want     map[string]any
}

// Load reads every YAML file of a folder, in the order of their names.
func Load(folder string) ([]Case, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.yaml"))
	if err != nil {
		return nil, err
	}
	var cases []Case
	for _, path := range paths {
		found, err := read(path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		cases = append(cases, found...)
	}
	if len(cases) == 0 {
		return nil, fmt.Errorf("no cases in %s", folder)
	}
	return cases, nil
}

func read(path string) ([]Case, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	content := &file{}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	if err := decoder.Decode(content); err != nil {
		return nil, err
	}
	stem := strings.TrimSuffix(filepath.Base(path), ".yaml")
	cases := make([]Case, 0, len(content.Cases))
	for _, one := range content.Cases {
		c := Case{Name: stem + "/" + one.Name, Settings: content.Settings, entry: one, shared: content}
		for _, fields := range one.Steps {
			read, err := stepOf(one, fields)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", one.Name, err)
			}
			c.steps = append(c.steps, read)
		}
		cases = append(cases, c)
	}
	return cases, nil
}

// stepOf reads a step; its only key beside want, criteria and task says which call it is.
func stepOf(of entry, fields map[string]any) (step, error) {
	read := step{criteria: of.Criteria, task: of.Task}
	for key, value := range fields {
		switch key {
		case "want":
			read.want, _ = value.(map[string]any)
		case "criteria":
			read.criteria = value
		case "task":
			read.task = value
		default:
			if read.verb != "" {
				return read, fmt.Errorf("a step is both %s and %s", read.verb, key)
			}
			read.verb = key
			read.told, _ = value.(map[string]any)
		}
	}
	if len(read.want) == 0 {
		return read, fmt.Errorf("a step %q wants nothing", read.verb)
	}
	return read, nil
}
