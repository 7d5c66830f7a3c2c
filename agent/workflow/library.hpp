#pragma once

#include "agent/workflow/find.hpp"
#include "toolkit/json/json.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace agent::workflow {

// One workflow of a file that was read. Refers to the Library.
struct Chosen {
    const CheckedFile* file = nullptr;
    const Workflow* workflow = nullptr;

    const Compiled& compiled() const { return file->compiled.at(workflow->name); }
};

// Stores the workflows that -w and steps name. Each file is read once.
class Library {
public:
    // Return the workflow of this name. Throw BAD_REQUEST if it does not exist. The result has no
    // workflow if the file could not be read: see its problems.
    Chosen choose(const std::string& name, NamedBy by);
    Chosen choose(const NamedWorkflow& found);

    // Returns the workflow that a step calls: one of the same file, one in a file that it names by
    // a path, or else one found by its name.
    Chosen called_by(const CheckedFile& from, const std::string& name);

    // Reads a file, and returns its problems and those of calls in its steps: unknown names,
    // cycles, calls nested more than 8 deep, and parameters.
    const CheckedFile& add(const FoundFile& found);
    Problems problems_of(const CheckedFile& file);

private:
    struct CallCheck {
        const CheckedFile& reported;
        Problems& problems;
        std::vector<const Workflow*> callers = {};
    };
    void check_calls(const Chosen& chosen, Place place, CallCheck& check);
    void check_call(const Step& step, const Chosen& from, Place place, CallCheck& check);

    struct Entry {
        std::unique_ptr<CheckedFile> file;
        Source source = Source::path;
    };
    Source source_of(const CheckedFile& file) const;

    std::map<std::string, Entry> files; // indexed by path
};

// Returns a workflow and all workflows that its steps call, directly or not, each as often as it is
// called.
std::vector<Chosen> all_called_by(const Chosen& chosen, Library& library);

// Returns the name of the profile of an `llm` step, else that of the workflow. Empty if neither has
// one, and for steps of other kinds.
std::string agent_of(const Step& step, const Workflow& workflow);

// Returns the names of all profiles of these workflows, each once.
std::vector<std::string> agents_in(const std::vector<Chosen>& workflows);

// Chooses a workflow for callers who are not the operator, and who also answer its questions. It
// must be a regular file, since a profile may name it, and a caller must not wait for a pipe.
// Throws as Library::choose() does, BAD_REQUEST for a faulty file, and PERMISSION_DENIED for one
// that is not trusted, since these callers cannot decide about trust.
Chosen choose_trusted(const std::string& name, Library& library);

// Returns the description of a workflow for tool definitions: {"description", "parameters": SCHEMA
// of an object with all parameters}. Throws as choose_trusted() does.
Json offered_workflow(const std::string& name);

}
