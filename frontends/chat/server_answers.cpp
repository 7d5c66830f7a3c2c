#include "frontends/chat/server_answers.hpp"

#include "agent/model/served_models.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>

namespace frontends::chat {

using namespace toolkit;

static Json document_in(std::string_view answer)
{
    try {
        return json::parse_bounded(answer);
    } catch (const ToolError&) { // not a model server
        return {};
    }
}

std::vector<std::string> models_in(std::string_view answer)
{
    static constexpr std::size_t max_models = 20;
    std::vector<std::string> names = agent::model::models_in(document_in(answer));
    names.resize(std::min(names.size(), max_models));
    return names;
}

std::int64_t context_in(std::string_view answer)
{
    return agent::model::context_in(document_in(answer));
}

}
