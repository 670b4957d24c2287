package verifyd

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

// StreamUpdate is what has changed in what is known of a narrative. Places are in bytes.
type StreamUpdate struct {
	// Judged is up to where the narrative was judged, and Released up to where it may be shown.
	Judged, Released int
	// Findings are new.
	Findings []StreamFinding
	// WithdrawnIDs are the ids of findings that no longer hold, replaced ones among them.
	WithdrawnIDs []uint32
	// Sentences were judged, or judged anew.
	Sentences []StreamSentence
}

// StreamFinding is a finding that a later part of the narrative may withdraw or replace.
type StreamFinding struct {
	Finding
	// ID is its number in the stream, from 1.
	ID uint32
	// Holds says whether it holds its sentence back by itself.
	Holds bool
}

// StreamSentence is a sentence, list item or table row that was judged.
type StreamSentence struct {
	// Span is its place, with the white space behind it.
	Span Span
	// Action is what its own findings do to it.
	Action Action
}

// progress is a narrative so far, and what is known of it.
type progress struct {
	narrative         strings.Builder
	releasesSentences bool
	judged, released  int
	findings          map[uint32]StreamFinding
	sentences         []StreamSentence
}

// apply takes in what the server says. What was not sent, or not judged, is not released, and nothing
// is taken back.
func (p *progress) apply(update *verifydv1.VerifyStreamUpdate) *StreamUpdate {
	view := &Report{narrative: p.narrative.String()}
	length := uint64(p.narrative.Len())
	p.judged = max(p.judged, int(min(update.JudgedBytes, length)))
	if p.releasesSentences {
		p.released = max(p.released, min(p.judged, int(min(update.ReleasedBytes, length))))
	}
	made := &StreamUpdate{
		Judged: p.judged, Released: p.released, WithdrawnIDs: slices.Clone(update.WithdrawnIds),
	}
	for _, one := range update.Findings {
		if one.ReplacedId != 0 {
			made.WithdrawnIDs = append(made.WithdrawnIDs, one.ReplacedId)
		}
	}
	for _, id := range made.WithdrawnIDs {
		delete(p.findings, id)
	}
	for _, one := range update.Findings {
		if one.Finding != nil {
			found := StreamFinding{view.finding(one.Finding), one.Id, one.Holds}
			p.findings[one.Id] = found
			made.Findings = append(made.Findings, found)
		}
	}
	for _, one := range update.Sentences {
		action := readEnum(one.Action, verifydv1.Action_name, "ACTION_", ActionHold)
		sentence := StreamSentence{view.span(one.Span), action}
		p.place(sentence)
		made.Sentences = append(made.Sentences, sentence)
	}
	return made
}

// place puts a sentence where the one with the same start is, or where it belongs.
func (p *progress) place(sentence StreamSentence) {
	at, again := slices.BinarySearchFunc(p.sentences, sentence.Span.Start,
		func(one StreamSentence, start int) int { return cmp.Compare(one.Span.Start, start) })
	if again {
		p.sentences[at] = sentence
	} else {
		p.sentences = slices.Insert(p.sentences, at, sentence)
	}
}

// holding returns the findings that hold, in the order of the text.
func (p *progress) holding() []StreamFinding {
	return slices.SortedFunc(maps.Values(p.findings), func(a, b StreamFinding) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.ID, b.ID))
	})
}
