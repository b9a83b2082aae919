// PowerShell for Active Directory (http-resources §12.4).

const HEAD = `$ErrorActionPreference = 'Stop'
$me = [Security.Principal.WindowsPrincipal][Security.Principal.WindowsIdentity]::GetCurrent()
if (-not $me.IsInRole([Security.Principal.WindowsBuiltInRole]::Administrator)) {
  throw 'Run this in an administrator PowerShell.'
}
`;

export const WINDOWS_SCRIPTS: Readonly<Record<string, string>> = {
  'install-ad-ds.ps1': `# Makes this server the first domain controller of a new forest, with DNS, and restarts it.
${HEAD}
$domain = Read-Host 'Name of the new domain, such as ad.example.com'
if ($domain -notmatch '^[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+$') { throw "$domain is not a domain name with a dot." }
$recovery = Read-Host 'Password for restoring the directory' -AsSecureString

Install-WindowsFeature -Name AD-Domain-Services, DNS -IncludeManagementTools | Out-Null
Import-Module ADDSDeployment
Install-ADDSForest -DomainName $domain -SafeModeAdministratorPassword $recovery -InstallDns -NoRebootOnCompletion -Force
Restart-Computer -Force
`,
  'install-ad-cs.ps1': `# Makes this domain controller the root of an enterprise certificate authority, and restarts it.
${HEAD}
Install-WindowsFeature -Name AD-Certificate -IncludeManagementTools | Out-Null
Install-AdcsCertificationAuthority -CAType EnterpriseRootCA -HashAlgorithmName SHA384 -KeyLength 4096 -Force
Restart-Computer -Force
`,
};

/** Desktop services cannot join yet, so the script must not change a domain for one. */
export const CONFIGURE_SCRIPT = `# Would prepare a domain for passwordless sign-in through a desktop service.
throw 'This gateway connects to desktops directly and does not support desktop services. Nothing was changed in the domain.'
`;
