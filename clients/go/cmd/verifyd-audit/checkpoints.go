package main

import (
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"io"
	"os"
)

// mark is a checkpoint whose signature is right: how many records, and the digest of the last.
type mark struct {
	count int64
	head  string
}

// tenantMarks are the checkpoints of a tenant, by rising count.
type tenantMarks struct {
	tenant string
	each   []mark
}

func (m *tenantMarks) last() int64 { return m.each[len(m.each)-1].count }

// marks are the checkpoints of a file, by tenantKey, in the order in which tenants came.
type marks struct {
	of    map[string]*tenantMarks
	order []string
	count int64
}

// readMarks reads checkpoints; it fails where one is not signed by a key, or contradicts another.
func readMarks(file io.Reader, keys map[string]ed25519.PublicKey) (*marks, error) {
	all := &marks{of: map[string]*tenantMarks{}}
	number := int64(0)
	err := eachLine(file, longestCheckpoint, "checkpoints", "CHECKPOINT", func(line []byte) error {
		number++
		found, err := checked(line, number, keys)
		if err != nil {
			return err
		}
		if code := all.add(found); code != "" {
			return &fault{"checkpoints", number, code, []byte(found.tenant), &found.count}
		}
		return nil
	})
	if err == nil && all.count == 0 {
		err = &fault{File: "checkpoints", Line: 1, Code: "CHECKPOINTS_EMPTY"}
	}
	return all, err
}

// add adds the next checkpoint; it returns why it cannot come after those before.
func (m *marks) add(found checkpoint) string {
	key := tenantKey(found.tenant)
	known := m.of[key]
	if known == nil {
		known = &tenantMarks{tenant: found.tenant}
		m.of[key] = known
		m.order = append(m.order, key)
	}
	m.count++
	if len(known.each) == 0 || found.count > known.last() {
		known.each = append(known.each, mark{found.count, found.head})
		return ""
	}
	if found.count < known.last() {
		return "CHECKPOINT_BACKWARDS"
	}
	if found.head != known.each[len(known.each)-1].head {
		return "CHECKPOINT_CONTRADICTS"
	}
	return ""
}

// checked is the checkpoint of a line whose signature is right.
func checked(line []byte, number int64, keys map[string]ed25519.PublicKey) (checkpoint, error) {
	if version, ok := saidVersion(line); ok && version != 2 {
		return checkpoint{}, &fault{File: "checkpoints", Line: number, Code: "CHECKPOINT_VERSION_UNKNOWN"}
	}
	found, ok := parseCheckpoint(line)
	signature, err := base64.StdEncoding.Strict().DecodeString(found.signature)
	if !ok || err != nil {
		return found, &fault{File: "checkpoints", Line: number, Code: "CHECKPOINT_MALFORMED"}
	}
	code := ""
	if key, known := keys[found.key]; !known {
		code = "CHECKPOINT_KEY_UNKNOWN"
	} else if !ed25519.Verify(key, found.covered, signature) {
		code = "CHECKPOINT_SIGNATURE_WRONG"
	}
	if code != "" {
		return found, &fault{"checkpoints", number, code, []byte(found.tenant), &found.count}
	}
	return found, nil
}

// addKey adds the Ed25519 key of a PEM file under the name that checkpoints have.
func addKey(keys map[string]ed25519.PublicKey, path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	block, _ := pem.Decode(data)
	if block == nil {
		return fmt.Errorf("%s is no PEM", path)
	}
	parsed, err := x509.ParsePKIXPublicKey(block.Bytes)
	if err != nil {
		return err
	}
	key, ok := parsed.(ed25519.PublicKey)
	if !ok {
		return fmt.Errorf("%s is not an Ed25519 key", path)
	}
	digest := sha256.Sum256(key)
	keys[hex.EncodeToString(digest[:8])] = key
	return nil
}
