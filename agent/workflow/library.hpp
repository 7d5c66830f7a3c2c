#pragma once

#include "agent/workflow/find.hpp"
#include "toolkit/json/json.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace agent::workflow {

// One workflow of a file that was read.
struct Chosen {
    const CheckedFile* file = nullptr;
    const Workflow* workflow = nullptr;

    const Compiled& compiled() const { return file->compiled.at(workflow->name); }
};

// The workflows that -w and steps name; each file is read once.
class Library {
public:
    // Throws BAD_REQUEST if there is none.
    Chosen choose(const std::string& name, NamedBy by);
    Chosen choose(const NamedWorkflow& found);

    // The one that a step calls: of the same file, else by its name.
    Chosen called_by(const CheckedFile& from, const std::string& name);

    // A file, and what is wrong with it and with the workflows that its steps call: names that
    // do not exist, cycles, calls nested more than 8 deep, and parameters.
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

    std::map<std::string, std::unique_ptr<CheckedFile>> files; // by path
};

// Returns a workflow and all that its steps call, each as often as it is called.
std::vector<Chosen> all_called_by(const Chosen& chosen, Library& library);

// Returns the name of the profile of an `llm` step, else of the workflow. Empty if neither has one,
// and for steps of other kinds.
std::string agent_of(const Step& step, const Workflow& workflow);

// Returns the names of all profiles of these workflows, each once.
std::vector<std::string> agents_in(const std::vector<Chosen>& workflows);

// A workflow that others than the operator may have run, who answer its questions, too: a regular
// file, since a profile may name it, and nobody is to wait for a pipe. Throws as
// Library::choose() does, BAD_REQUEST for a faulty file, and PERMISSION_DENIED for one that is not
// trusted, since nobody would be asked about it who may say so.
Chosen choose_trusted(const std::string& name, Library& library);

// Chooses a workflow as choose_trusted() does, and returns its offer: {"description", "parameters":
// SCHEMA of an object with all of them}. Throws the same errors.
Json offered_workflow(const std::string& name);

}
