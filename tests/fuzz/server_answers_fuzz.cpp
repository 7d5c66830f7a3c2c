#include "fuzz.hpp"

#include "agent/model/served_models.hpp"
#include "frontends/chat/server_answers.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

using namespace frontends::chat;

// Whatever answers at a port: names are few and not empty, and a size is no nonsense.
void fuzz(std::string_view input)
{
    const auto names = models_in(input);
    must(names.size() <= 20);
    for (const auto& name : names)
        must(!name.empty());
    const auto size = context_in(input);
    must(size >= 0 && size <= 1 << 30);
    try {
        for (const auto& model :
            agent::model::served_models_in(toolkit::json::parse_bounded(input))) {
            must(!model.name.empty() && model.window >= 0 && model.window <= 1 << 30);
            if (model.price)
                for (const double amount :
                    {model.price->input, model.price->cached, model.price->output})
                    must(amount >= 0 && amount <= 100'000);
        }
    } catch (const toolkit::ToolError&) { // not JSON
    }
}
