#include "frontends/workflow/run_data.hpp"

#include "toolkit/text/text.hpp"
#include "toolkit/text/time_text.hpp"

#include <filesystem>
#include <utility>

namespace frontends::workflow {

RunData::RunData(const Given& given)
    : now(given.now)
{
    roots["params"] = given.parameters;
    roots["steps"] = Json::object();
    roots["env"] = given.environment;
    roots["secrets"] = given.secrets;
    if (const auto path = std::filesystem::current_path().string(); text::is_utf8(path))
        roots["workspace"] = path; // otherwise it is missing
    roots["run"] = {{"id", given.run_id}};
    roots["now"] = text::rfc3339(static_cast<std::time_t>(given.now));
}

void RunData::set_step(const std::string& id, const Json& result)
{
    if (!id.empty())
        roots["steps"][id] = result;
}

void RunData::forget_step(const std::string& id) { roots["steps"].erase(id); }

void RunData::enter_item(const std::string& name, Json item, std::size_t index)
{
    roots[name] = std::move(item);
    roots["index"] = index;
}

void RunData::leave_item(const std::string& name, const Json& outer_item, const Json& outer_index)
{
    const auto put_back = [&](const std::string& root, const Json& value) {
        if (value.is_null())
            roots.erase(root);
        else
            roots[root] = value;
    };
    put_back(name, outer_item);
    put_back("index", outer_index);
}

}
