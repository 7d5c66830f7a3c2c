#include "runner/commands/providers.hpp"

#include "runner/commands/help.hpp"

namespace runner::commands {

const std::vector<Provider>& providers()
{
    static const std::vector<Provider> all {
        {"llama-server (llama.cpp)", "llama", "http://127.0.0.1:8080/v1", "", "local",
            "Start it with --jinja, else it leaves calls in the text, and with -c TOKENS for the "
            "window, which agentcli asks for. With --api-key it wants that key.",
            "scripts/llama.sh runs agentcli against llama-server of Debian sid."},
        {"Ollama", "ollama", "http://127.0.0.1:11434/v1", "", "gpt-oss:20b",
            "It cuts the beginning of what exceeds its window, without an error: set "
            "OLLAMA_CONTEXT_LENGTH=32768 for 'ollama serve'. agentcli asks for the window of a "
            "model that is loaded.",
            "Tests have its errors and its list of models; no server was run."},
        {"vLLM", "vllm", "http://127.0.0.1:8000/v1", "", "openai/gpt-oss-20b",
            "Start it with --enable-auto-tool-choice and --tool-call-parser NAME for calls, and "
            "with --reasoning-parser NAME, or the text begins with the reasoning. With --api-key "
            "it wants that key.",
            "Tests have its errors, streams and written calls; no server was run."},
        {"LM Studio", "lmstudio", "http://127.0.0.1:1234/v1", "", "openai/gpt-oss-20b",
            "The window is set when a model is loaded; agentcli asks for it.",
            "Tests have its streams and its list of models; no server was run."},
        {"DeepInfra", "deepinfra", "https://api.deepinfra.com/v1/openai", "DEEPINFRA_API_KEY",
            "openai/gpt-oss-120b", "--reasoning-effort low, medium or high for gpt-oss.",
            "A test sends the request of this profile to a scripted server; the service was not "
            "asked."},
        {"OpenRouter", "openrouter", "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY",
            "openai/gpt-oss-120b",
            "Its providers differ in what they take: fields that one refuses are left out, and "
            "that is said.",
            "Tests have its errors; the service was not asked."},
        {"OpenAI", "openai", "https://api.openai.com/v1", "OPENAI_API_KEY", "gpt-5-mini",
            "Models that reason refuse --temp, and some take tools at /responses only: agentcli "
            "changes to it when the server says so.",
            "Tests have its errors and both interfaces; the service was not asked."},
        {"Azure OpenAI", "azure", "https://RESOURCE.openai.azure.com/openai/v1",
            "AZURE_OPENAI_API_KEY", "DEPLOYMENT",
            "The model is the name of a deployment. An older resource has the URL "
            "…/openai/deployments/DEPLOYMENT?api-version=2024-10-21 and wants the key by --header "
            "'api-key: KEY'.",
            "A test keeps the query of the URL; the service was not asked."},
    };
    return all;
}

static std::string profile_of(const Provider& provider)
{
    std::string text = "\"" + std::string(provider.profile) + "\": {\"base-url\": \""
        + std::string(provider.base_url) + "\", ";
    if (!provider.key_variable.empty())
        text += "\"env-key\": \"" + std::string(provider.key_variable) + "\", ";
    return text + "\"model\": \"" + std::string(provider.model) + "\"}";
}

std::string help_of_providers()
{
    std::string text
        = wrapped("Servers of models, each with a profile for \"profiles\" of "
                  "~/.config/agentcli/config.json, which --profile NAME chooses. The key is in the "
                  "variable that env-key names; the names of models are examples.");
    for (const Provider& provider : providers())
        text += "\n" + std::string(provider.name) + "\n  " + profile_of(provider) + "\n"
            + in_two_columns(
                {{"notes", std::string(provider.notes)}, {"tried", std::string(provider.tried)}});
    return text;
}

}
