#pragma once

#include "agent/skills/prompt_file.hpp"
#include "frontends/mcp/context_provider.hpp"

#include <string>
#include <vector>

namespace frontends::mcp {

using namespace agent;

// The user's prompt files, and those of the workspace that are trusted, as prompts for clients.
class FilePrompts : public ContextProvider {
public:
    FilePrompts()
        : listed(skills::usable_prompt_files())
    {
    }

    bool has_prompts() const override { return true; }
    bool owns_prompt(const std::string& name) override;
    void begin(ContextRequest request, ContextDone done) override;

    // Reads the files again, and reports whether the list of prompts has changed.
    void reload();

private:
    std::vector<skills::PromptFile> listed; // at the start or the last reload()
};

}
