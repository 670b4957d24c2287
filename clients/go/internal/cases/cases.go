// Package cases runs the YAML files of tests/cases, which every client of verifyd must pass.
package cases

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"

	"google.golang.org/protobuf/encoding/protojson"
	"gopkg.in/yaml.v3"

	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

// Case is one request and what it should come to.
type Case struct {
	// Name is unique: file and case.
	Name string
	// Settings are those of the server, where they differ from the shipped ones.
	Settings map[string]any
	// Request is what is sent.
	Request *verifydv1.VerifyRequest
	// Want holds the keys that are compared: decision, findings, error and so on.
	Want map[string]any
}

type file struct {
	Description string         `yaml:"description"`
	Settings    map[string]any `yaml:"settings"`
	Evidence    map[string]any `yaml:"evidence"`
	Cases       []struct {
		Name    string         `yaml:"name"`
		Request map[string]any `yaml:"request"`
		Want    map[string]any `yaml:"want"`
		// Judge is what a model says: the endpoint that the server asks knows it.
		Judge []any `yaml:"judge"`
	} `yaml:"cases"`
}

// ownForm is the folder whose files have another form: package outcomes reads them.
const ownForm = "outcomes"

// Load reads every YAML file below a folder, in the order of their names.
func Load(folder string) ([]Case, error) {
	var cases []Case
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if entry != nil && entry.IsDir() && entry.Name() == ownForm {
			return fs.SkipDir
		}
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".yaml" {
			return err
		}
		found, err := read(path)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		cases = append(cases, found...)
		return nil
	})
	if err == nil && len(cases) == 0 {
		err = fmt.Errorf("no cases below %s", folder)
	}
	return cases, err
}

func read(path string) ([]Case, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var content file
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	if err := decoder.Decode(&content); err != nil {
		return nil, err
	}
	cases := make([]Case, 0, len(content.Cases))
	for _, entry := range content.Cases {
		if _, own := entry.Request["evidence"]; !own && content.Evidence != nil {
			entry.Request["evidence"] = content.Evidence
		}
		request, err := parse(entry.Request)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", entry.Name, err)
		}
		name := fmt.Sprintf("%s/%s", filepath.Base(path), entry.Name)
		cases = append(cases, Case{name, content.Settings, request, entry.Want})
	}
	return cases, nil
}

func parse(fields map[string]any) (*verifydv1.VerifyRequest, error) {
	data, err := json.Marshal(fields)
	if err != nil {
		return nil, err
	}
	request := &verifydv1.VerifyRequest{}
	return request, protojson.Unmarshal(data, request)
}

// Servers tells which server has which settings.
type Servers struct {
	entries []server
}

type server struct {
	settings any
	address  string
}

// NewServers knows one server, with the shipped settings.
func NewServers(address string) *Servers {
	return &Servers{[]server{{map[string]any{}, address}}}
}

// Read adds the servers of a JSON file {settings as JSON text: address}; they come before others.
func (s *Servers) Read(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var addresses map[string]string
	if err := json.Unmarshal(data, &addresses); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	for text, address := range addresses {
		var settings any
		if err := json.Unmarshal([]byte(text), &settings); err != nil {
			return fmt.Errorf("%s: %q: %w", path, text, err)
		}
		s.entries = append([]server{{settings, address}}, s.entries...)
	}
	return nil
}

// Address is where the server with some settings listens.
func (s *Servers) Address(settings map[string]any) (string, error) {
	if settings == nil {
		settings = map[string]any{}
	}
	data, err := json.Marshal(settings)
	if err != nil {
		return "", err
	}
	var wanted any // numbers as JSON has them: 1 and 1.0 are the same setting
	if err := json.Unmarshal(data, &wanted); err != nil {
		return "", err
	}
	for _, entry := range s.entries {
		if reflect.DeepEqual(entry.settings, wanted) && entry.address != "" {
			return entry.address, nil
		}
	}
	return "", errors.New("no server with the settings " + string(data))
}
