#include "frontends/workflow/step_inputs.hpp"

#include "frontends/workflow/run_identity.hpp"
#include "frontends/workflow/step_files.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/private_directory.hpp"

#include <filesystem>

namespace frontends::workflow {

static constexpr std::size_t max_stored = 1 << 20;

static std::string dumped(const Json& json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

static std::string directory()
{
    const std::string state = system::state_directory();
    return state.empty() ? "" : state + "/inputs";
}

StepInputs::StepInputs(const Of& of, system::Cancel& cancel)
    : step(of.step)
    , cancel(cancel)
    , name(system::sha256(std::filesystem::absolute(of.chosen.file->file.path).string() + "\n"
          + std::filesystem::current_path().string() + "\n" + of.chosen.workflow->name + "\n"
          + of.path))
{
    Json data = of.data.all();
    for (const char* other : {"steps", "run", "now", "workflow", "agent"})
        data.erase(other);
    sha256 = system::sha256(digest_of(step, of.chosen, of.library) + dumped(data)
        + dumped(artifacts_of(step.fields.find("inputs")->node->items, cancel)));
}

std::optional<Json> StepInputs::known_result() const
try {
    if (directory().empty())
        return std::nullopt;
    const auto stored = system::PrivateDirectory::find(directory());
    const auto text = stored ? stored.read(name, 2 * max_stored) : std::nullopt;
    const Json fields = text ? json::parse_bounded(*text) : Json();
    const Json& result = json::member(fields, "result");
    if (json::string_member(fields, "sha256") != sha256 || !result.is_object())
        return std::nullopt;
    const Field* const artifacts = step.fields.find("artifacts");
    if (artifacts != nullptr
        && artifacts_of(artifacts->node->items, cancel) != json::member(result, "artifacts"))
        return std::nullopt;
    return result;
} catch (const ToolError&) { // an artifact is missing, or the directory cannot be relied on
    cancel.check();
    return std::nullopt;
}

void StepInputs::store(const Json& result) const
try {
    const std::string text = dumped(Json {{"sha256", sha256}, {"result", result}});
    if (directory().empty() || text.size() > max_stored)
        return;
    const auto stored = system::PrivateDirectory::make(directory());
    const File lock = stored.lock();
    stored.write(name, text);
} catch (const ToolError&) { // the step runs again next time
}

}
