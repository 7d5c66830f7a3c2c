#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

// Made up, and put together here, so that no file holds a secret that a scanner would find.

inline std::string repeated_to(std::size_t size, const std::string& part)
{
    std::string text;
    while (text.size() < size)
        text += part;
    return text.substr(0, size);
}

inline std::string random(std::size_t size) { return repeated_to(size, "q7Zr2Xw9Lk4Bv8Nc3Md5"); }
inline std::string small(std::size_t size) { return repeated_to(size, "q7zr2xw9lk4bv8nc3md5"); }
inline std::string large(std::size_t size) { return repeated_to(size, "Q7ZR2XW9LK4BV8NC3MD5"); }
inline std::string hexadecimal(std::size_t size) { return repeated_to(size, "0f3a9c71de"); }

struct Examples {
    std::vector<std::string> secrets; // become "[redacted]"
    std::vector<std::string> others = {}; // stay as they are
};

inline std::map<std::string, Examples> tokens_of_providers()
{
    return {
        {"AWS Bedrock key", {{"ABSK" + random(110) + "="}, {"ABSK" + random(20)}}},
        {"AWS Bedrock session key", {{"bedrock-api-key-" + random(60)}, {"bedrock-api-key-name"}}},
        {"Alibaba access key", {{"LTAI" + random(20)}, {"LTAI" + random(12)}}},
        {"Cloudflare origin key",
            {{"v1.0-" + hexadecimal(24) + "-" + hexadecimal(146)}, {"v1.0-alpha"}}},
        {"Fly token", {{"fo1_" + random(43), "fm2_" + random(100)}, {"fm2_short"}}},
        {"Heroku key", {{"HRKU-AA" + random(58)}, {"HRKU-AA"}}},
        {"Scalingo token", {{"tk-us-" + random(48)}, {"tk-us-east"}}},
        {"PlanetScale token",
            {{"pscale_pw_" + random(43), "pscale_tkn_" + random(43)}, {"pscale_pw_x"}}},
        {"Supabase token", {{"sbp_" + hexadecimal(40)}, {"sbp_x"}}},
        {"ClickHouse key",
            {{"4b1d" + random(38)}, {"4b1d" + hexadecimal(36), "4b1d" + hexadecimal(60)}}},
        {"OpenShift token", {{"sha256~" + random(43)}, {"sha256~1"}}},
        {"Tailscale key", {{"tskey-auth-" + random(32)}, {"tskey-auth-x"}}},
        {"GitLab runner token", {{"GR1348941" + random(20)}, {"GR1348941"}}},
        {"RubyGems token", {{"rubygems_" + hexadecimal(48)}, {"rubygems_version"}}},
        {"Clojars token", {{"CLOJARS_" + small(60)}, {"CLOJARS_URL"}}},
        {"Artifactory key", {{"AKCp" + random(69)}, {"AKCp" + random(80)}}},
        {"Artifactory reference token", {{"cmVmd" + random(59)}, {"cmVmd" + random(70)}}},
        {"Sourcegraph token",
            {{"sgp_" + hexadecimal(40), "sgp_local_" + hexadecimal(40)}, {"sgp_x"}}},
        {"Figma token", {{"figd_" + random(40)}, {"figd_x"}}},
        {"Hugging Face organization token",
            {{"api_org_" + repeated_to(34, "qzrx")}, {"api_org_name"}}},
        {"NVIDIA key", {{"nvapi-" + random(64)}, {"nvapi-x"}}},
        {"Terraform token", {{".atlasv1." + random(67)}, {"x.atlasv1.y"}}},
        {"1Password token", {{"ops_eyJ" + random(250)}, {"ops_eyJ" + random(20)}}},
        {"1Password secret key",
            {{"A3-" + large(6) + "-" + large(11) + "-" + large(5) + "-" + large(5) + "-"
                 + large(5)},
                {"A3-SIZE"}}},
        {"age key", {{"AGE-SECRET-KEY-1" + large(58)}, {"AGE-SECRET-KEY-1"}}},
        {"Authress key", {{".acc_" + small(10) + "." + random(43)}, {"x.acc_x"}}},
        {"Doppler token", {{"dp.pt." + random(43), "dp.st.dev." + random(43)}, {"dp.pt.x"}}},
        {"Harness key", {{"pat." + random(22) + "." + random(24) + "." + random(20)}, {"pat.x"}}},
        {"Pulumi token", {{"pul-" + hexadecimal(40)}, {"pul-x"}}},
        {"Prefect token", {{"pnu_" + random(36)}, {"pnu_x"}}},
        {"Infracost key", {{"ico-" + random(32)}, {"ico-arrow-left"}}},
        {"Octopus key", {{"API-" + large(26)}, {"API-DOCUMENTATION"}}},
        {"Postman key", {{"PMAK-" + hexadecimal(24) + "-" + hexadecimal(34)}, {"PMAK-x"}}},
        {"Grafana key", {{"eyJrIjoi" + random(80)}, {"eyJrIjoi"}}},
        {"Grafana token",
            {{"glc_" + random(60), "glsa_" + random(32) + "_" + hexadecimal(8)}, {"glc_x"}}},
        {"Sentry token", {{"sntrys_eyJ" + random(120), "sntryu_" + hexadecimal(64)}, {"sntryu_x"}}},
        {"Dynatrace token", {{"dt0c01." + large(24) + "." + large(64)}, {"dt0c01.x"}}},
        {"PostHog key", {{"phx_" + random(43)}, {"phx_x"}}},
        {"SettleMint token", {{"sm_pat_" + random(16), "sm_sat_" + random(16)}, {"sm_pat_x"}}},
        {"Defined Networking key", {{"dnkey-" + small(26) + "-" + small(52)}, {"dnkey-x"}}},
        {"42 secret", {{"s-s4t2ud-" + hexadecimal(64)}, {"s-s4t2ud-x"}}},
        {"NuGet key", {{"oy2" + small(43)}, {"oy2x"}}},
        {"Slack app token",
            {{"xapp-1-" + large(11) + "-1234567890-" + hexadecimal(64)}, {"xapp-1-x"}}},
        {"Telegram token", {{}, {"12:AAbb", ":AA" + random(50)}}},
        {"Discord token",
            {{"MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcDe." + random(38),
                 "ODk5OTk5OTk5OTk5OTk5OTk5OQ.X1-_Ab." + random(27)},
                {"MTIzNDU2Nzg5MDEyMzQ1Njc4", "MTIzLw.GabcDe." + random(38),
                    "MTIz.NDU2.Nzg5MDEyMzQ1Njc4"}}},
        {"Mailgun key",
            {{"key-" + hexadecimal(32)}, {"key-value-store", "key-" + hexadecimal(40)}}},
        {"Brevo key", {{"xkeysib-" + hexadecimal(64) + "-" + random(16)}, {"xkeysib-x"}}},
        {"Twilio key", {{"SK" + hexadecimal(32)}, {"SK0", "SK" + hexadecimal(40)}}},
        {"Notion token",
            {{"ntn_" + random(46), "secret_" + random(43)}, {"ntn_x", "secret_key_of_x1"}}},
        {"Linear key", {{"lin_api_" + random(40)}, {"lin_api_x"}}},
        {"Adobe secret", {{"p8e-" + random(32)}, {"p8e-x"}}},
        {"Frame.io token", {{"fio-u-" + random(64)}, {"fio-u-x"}}},
        {"ReadMe token", {{"rdme_" + small(70)}, {"rdme_x"}}},
        {"Mapbox token", {{"sk." + small(60) + "." + small(22)}, {"sk.x1", "disk." + small(60)}}},
        {"Facebook token",
            {{"EAAM" + random(120)}, {"EAAM" + random(20), "EAAM" + random(120) + "+x"}}},
        {"Square token",
            {{"EAAA" + random(60), "sq0atp-" + random(22)}, {"EAAA" + random(60) + "/x"}}},
        {"Shippo token", {{"shippo_live_" + hexadecimal(40)}, {"shippo_live_x"}}},
        {"EasyPost key", {{"EZAK" + random(54)}, {"EZAK"}}},
        {"Duffel token", {{"duffel_live_" + random(43)}, {"duffel_live_x"}}},
        {"Flutterwave key", {{"FLWSECK_TEST-" + hexadecimal(32) + "-X"}, {"FLWSECK-x"}}},
        {"JSON web token in base64", {{"ZXlK" + random(80)}, {"ZXlK" + random(10)}}},
    };
}

// A part of the text is the secret: it stands between « and ».
inline std::vector<std::pair<std::string, std::string>> secrets_at_their_places()
{
    const std::string key = "«" + random(24) + "»";
    const std::string password = "«Vexed7rook!mill»";
    const std::string key_body = random(24);
    return {
        {"Teams webhook",
            "https://x.webhook.office.com/«webhookb2/" + random(40) + "/IncomingWebhook/x»?y"},
        {"Discord webhook",
            "https://discord.com/api/webhooks/123456789012345678/«" + random(60) + "»"},
        {"Discord webhook",
            "https://discordapp.com/api/v10/webhooks/1234567890123456789/«" + random(68)
                + "»?wait=true /repos/x/webhooks/12345/deliveries"},
        {"Telegram token", "bot 123456:«AA" + random(33) + "», {\"a\":AA}"},
        {"assignment",
            "API_TOKEN ?= \"" + key + "\"\nxToken := `" + key + "`\nX_TOKEN ::= '" + key + "'"},
        {"assignment",
            "os.environ[\"API_KEY\"] = \"" + key + "\"; set(\"X_TOKEN\", \"" + key + "\")"},
        {"assignment",
            "var apiToken string = \"" + key + "\"; <add key=\"Password\" value=\"" + password
                + "\"/>"},
        {"assignment",
            "f(token, '#pop:2'), from(password, 'base64'), token == \"utf8\", token === 'utf8'"},
        {"ini setting",
            "[db]\npassword = " + password + "\ntoken = " + key + " ; old\nSECRET ?= " + key
                + "\r\n"},
        {"ini setting",
            "token = next1\ntoken = utf8\npassword = self.password1\nsecret = read(q7Zr2Xw9)\n"},
        {"XML element",
            "<password>" + password + "</password>\n<apiToken>\n  " + key + "\n</apiToken>"},
        {"XML element", "<password>none</password> <token>word1 word2</token> <key>a</key>"},
        {"variable of a container",
            "- name: DB_PASSWORD\n  value: \"" + password + "\"\n- name: X\n  value: abc123x"},
        {"XML element",
            "+<password>\n+  " + password + "\n+</password>\n12:<apiToken>\n13:  " + key
                + "\n14:</apiToken>"},
        {"variable of a container",
            "+- name: DB_PASSWORD\n+  value: " + password
                + "\nweb_1 | - name: TOKEN\nweb_1 |   value: " + key},
        {"variable of a container in JSON",
            "{\"name\":\"DB_PASSWORD\",\"value\":"
            "\"" + key
                + "\"},\n {\"name\": \"TOKEN\",\n  \"value\": \"" + key
                + "\"}, {\\\"name\\\":\\\"KEY\\\",\\\"value\\\":\\\"" + key + "\\\"}"},
        {"variable of a container in JSON",
            "{\"name\":\"DB_NAME\",\"value\":\"a1b2c3\"} "
            "{\"name\":\"sort_key\",\"value\":\"field1\"}"},
        {"netrc", "+machine x\n+  login me\n+  password " + password + "\n"},
        {"block of YAML",
            "password: «|\n  " + key_body + "»\nuser: me\n  token: «>-  # new\n    " + key_body
                + "\n\n    " + key_body + "»\n  next: 1\nsecret: «|2\n   " + key_body + "»"},
        {"block of YAML",
            "password: |\n  two words9\ntoken: >\n  word\nsecret:\n  a1b2c3\ntoken: |"},
        {"block of YAML", "{\"a\":\"password: «|\\n  " + key_body + "»\\nuser: me\"}"},
        {"generated value in a diff",
            " password:\n-  " + key + "\n+  " + key + "\n <token>\n-  " + key + "\n+  " + key
                + "\n </token>\n"},
        {"generated value in a diff", " the token:\n-old\n+q7Zr2Xw9Lk4B.txt\n"},
        {"generated value",
            "The API key is " + key + ". Config(password=" + key + ", user=me) `token: " + key
                + "` for x, password(\"" + key + "\"), {\"passwords\":[\"" + key + "\"]}"},
        {"generated value",
            "\"password\":\n  \"" + key + "\"\n+token:\n+  " + key + "\n12:secret = \"\"\"\n13:"
                + key + "\"\"\"\n<string name=\"api_key\">" + key + "</string>"},
        {"generated value",
            "DB_PASSWORD=$'" + key + "' ${TOKEN:-" + key + "} password: !!str " + key
                + "\n#define SECRET \"" + key + "\"\npassword=" + key + "\x1b[0m " + "pwd: " + key},
        {"generated value",
            "token = sha256_of_v2_key1(x), secret-manager-7d9f8b6c5d token: utf8ToUtf16, a "
            "password.\n\n"
                + random(24) + " token.a1b2c3d4e5f6.js"},
        {"netrc",
            "machine x login me password " + password
                + "\nmachine y\n login me\n password «short»\n"},
        {"kubeconfig key", "client-key-data: «" + random(80) + "==»\nclient-certificate-data: abc"},
        {"Docker credentials",
            "{\"auth\": \"«" + random(24) + "==»\"} {\\\"auth\\\":\\\"" + key + "\\\"}"},
        {"Docker credentials",
            "\"auth\": \"basic\", \"auth\": true, \"author\": \"abcdefgh12345\""},
        {"npm credentials", "_auth=" + key + "\n//x/:_password=\"" + key + "\"\n_auth=true"},
        {"user and password in base64",
            "//registry.npmjs.org/:_auth=«dXNlcjpwYXNz»\n_auth = \"«dXNlcjpwYXNz»\"\n"
            "{\"auth\": \"«dXNlcjpwYXNz»\"} {\\\"auth\\\":\\\"«dXNlcjpwYXNz»\\\"}\n"
            "self._auth = HTTPBasicAuth\n_auth=AuthenticationHandler \"auth\": \"required\""},
        {"npm password", "//x/:_password=«cGFzc3dvcmRv»\nself._password = passwordField"},
        {"kubeconfig key", "{\"client-key-data\": \"«" + random(80) + "==»\"}"},
        {"credentials of Sidekiq",
            "BUNDLE_ENTERPRISE__CONTRIBSYS__COM=«cafebabe:deadbeef»\n"
            "BUNDLE_GEMS__CONTRIBSYS__COM: \"«cafebabe:deadbeef»\"\n"
            "bundle config enterprise.contribsys.com «cafebabe:deadbeef»\n"},
        {"URL of Sidekiq",
            "https://«cafebabe:deadbeef»@gems.contribsys.com/ https://enterprise.contribsys.com/"},
        {"data of a Secret",
            "apiVersion: v1\ndata:\n  «password: cGFzc3dvcmQ=\n  user.name: YWRtaW4=»\nkind: "
            "Secret\n"},
        {"data of a Secret", "data:\n  mode: fast\n  size: large\nkind: ConfigMap\n"},
        {"Secret",
            "kind: Secret\nmetadata:\n  name: x\ntype: Opaque\ndata:\n  «user: YWRtaW4=\n"
            "  key: \"YWRtaW4=\"»\n---\nkind: ConfigMap\ndata:\n  mode: fast\n"},
        {"Secret", "kind: SecretProviderClass\ndata:\n  mode: fast\n"},
        {"password of NuGet",
            "<add key=\"ClearTextPassword\" value=\"«correcthorse»\" /> <add key=\"Password\" "
            "value=\"«correcthorse»\"/> <add key=\"Password\" value=\"%NUGET_PASSWORD%\"/>"},
        {"WireGuard key",
            "PrivateKey = «" + random(43) + "=»\nPresharedKey = «" + random(43)
                + "=»\nPrivateKey = x"},
        {"wireless password", "ssid=\"home1234\"\npsk=\"" + password + "\"\n"},
        {"session cookie",
            "Cookie: theme=dark; sessionid=" + key + "; lang=en, session=session_of_the_user"},
        {"connection string",
            "Server=db;Pwd=" + password + ";x Server=sb://x/;SharedAccessKey=" + key},
        {"signed URL", "https://x/y?a=b&sig=" + key + "&se=2 https://x/y?sig=none"},
        {"pgpass", "db.example.org:5432:app:me:" + password + "\nlocalhost:5432:app"},
        {"Redis password", "requirepass " + password + "\n# requirepass foobared\n"},
        {"SQL password",
            "CREATE USER x IDENTIFIED BY '" + password + "'; ALTER ROLE x PASSWORD '" + password
                + "'"},
        {"SQL password", "IDENTIFIED BY '%s1234', a password 'word'"},
        {"Sonar token", "-Dsonar.login=" + key + " -Dsonar.login=admin"},
        {"header", "Authorization: " + key + "\nAuthorization: authorization_of_user1"},
        {"user and password",
            "curl -u me:" + password + " x; curl --user 'me:" + password
                + "' x; curl -u \"me:" + password + "\""},
        {"user and password",
            "docker run -u 1000:1000 x; curl -u $1:$2; push -u origin:main; --user me:token"},
        {"flag",
            "x --token " + key + " --password '" + password + "' --api-key=" + key
                + " --token TOKEN --password $A1"},
        {"password of a command",
            "sshpass -p " + password + " ssh x; docker login -u me -p " + password + " x"},
        {"password of a command",
            "mysql -u me -p" + password + " app; mysql -u me -p app; mkdir -p a1b2c3d"},
        {"variable of a shell",
            "ENV API_TOKEN " + key + "\nset -x X_SECRET " + key + "\nENV PATH /usr/bin1234"},
        {"cookie of a command", "curl -b 'sid=" + key + "' x; curl -b cookies.txt"},
        {"macro",
            "#define API_TOKEN \"" + key
                + "\"\n#define TOKEN_SIZE \"a1b2c3\"\n#define TOKEN next1"},
        {"bare SQL password", "ALTER USER me IDENTIFIED BY " + key + "; IDENTIFIED BY x1"},
        {"hash of crypt", "me:«$6$" + random(16) + "$" + random(86) + "»:19000:0: $1$ $6$ $y$x"},
        {"hash of bcrypt", "me:«$2y$10$" + random(53) + "»\n$2a$10$short"},
        {"hash of Argon2",
            "«$argon2id$v=19$m=65536,t=3,p=4$" + random(22) + "$" + random(43) + "» $argon2id"},
        {"hash of PBKDF2",
            "«pbkdf2_sha256$26000$" + random(22) + "$" + random(43) + "=» pbkdf2_sha256"},
        {"hash of LDAP", "{SSHA} is «{SSHA}" + random(38) + "==»"},
        {"JSON web key",
            "{\"kty\":\"EC\",\"x\":\"" + random(43) + "\",\"d\":\"«" + random(43)
                + "»\"} {\"d\":\"M0 1L2 3\"}"},
        {"PuTTY key",
            "Private-Lines: 2\n«" + random(64) + "\n" + random(64)
                + "\n»Private-MAC: 00\nPrivate-Lines: none"},
        {"PuTTY key",
            "Private-Lines: 2\\n«" + random(64) + "\\n" + random(30) + "==\\n»Private-MAC: 0 "
                + "12:Private-Lines: 1\n«13:" + random(64) + "\n»14:Private-MAC: 00"},
        {"key of TLS in a Secret", "data:\n  tls.crt: abc\n  tls.key: «" + random(80) + "==»\n"},
        {"key of Django", "K = 'django-insecure-«" + random(30) + "(#&»' django-insecure-x"},
        {"digest",
            "Digest username=\"me\", response=\"«" + hexadecimal(32) + "»\", response=\"abc\""},
        {"key of IPsec", "me : PSK \"" + password + "\"\nme : RSA \"a1b2c3d4.pem\""},
        {"password of a router", "username me password 7 " + key + "\nenable password 5 word"},
        {"user of Redis", "user me on >" + key + " ~* +@all, based on >word"},
        {"npm user", "npmAuthIdent: \"me:" + key + "\"\nnpmAuthIdent: me"},
        {"password of a login", "client.login(\"" + key + "\"); client.login(\"user_name_1\")"},
        {"password in a row",
            "INSERT INTO u (name, password) VALUES ('me', '" + password
                + "'); INSERT INTO u (password) VALUES (?), ('word')"},
        {"password of a connection",
            "getConnection(url, \"me\", \"" + key + "\") getConnection(a, b, c)"},
        {"token in a URL", "git clone https://" + key + "@host/x ssh://first.last-of-team@host/"},
        {"parameter of a URL", "https://x/?key=" + key + "&a=b https://x/?key=name_of_key1"},
        {"flag in a list",
            "args:\n  - --password\n  - " + password + "\n[\"--token\", \"" + key + "\", \"x\"]"},
        {"password after a letter",
            "zip -P " + key + " a.zip b; ssh-keygen -t rsa -N '" + password
                + "' -f x; openssl req -key key1.pem; redis-cli -p 6379"},
        {"password of an archive", "7z a -p" + key + " x.7z y; 7z a x1y2z3.7z y"},
        {"last word of a command",
            "htpasswd -b file me " + key + "\nvault login " + key + "\nnet use X: /user:me " + key
                + "\nbindpw secret"},
        {"user and password in a word",
            "smbclient //h/s -U me%" + key + "\nsqlplus me/" + key + "@db\ncurl -ume:" + key
                + " x; sqlplus /nolog"},
        {"input of a command",
            "echo '" + key + "' | sudo -S ls; echo me:" + key + " | chpasswd; echo a1b2c3d4 | cat"},
        {"secure string",
            "ConvertTo-SecureString \"" + key
                + "\" -AsPlainText; ConvertTo-SecureString $password1 -AsPlainText"},
        {"answer of expect",
            "expect \"assword:\" { send \"" + key + "\\r\" }\n\"assword:\" send $a1"},
    };
}
